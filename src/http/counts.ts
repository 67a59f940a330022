// What processes have counted, as plain data that can be sent from one to another and added up.
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { Counts } from '../core/runtime/metrics.ts'

type Metric = MetricObjectWithValues<MetricValue<string>>

let watched: Registry | undefined

/** What this process takes of the machine. */
export async function processCounts(): Promise<Counts> {
  // There is one process, however many gateways a test opens in it.
  if (!watched) {
    watched = new Registry()
    collectDefaultMetrics({ register: watched })
  }
  const metrics = (await watched.getMetricsAsJSON()) as Metric[]
  return metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric) }))
}

/** The lag of a node is that of its slowest process, and it is as old as its oldest one. */
function aggregatorOf({ name, aggregator }: Metric): Metric['aggregator'] {
  if (name === 'process_start_time_seconds') return 'min'
  return name.startsWith('nodejs_eventloop_lag') ? 'max' : aggregator
}

export function sumOfAll(all: readonly Counts[]): Registry {
  return AggregatorRegistry.aggregate(all as object[])
}

/** What remains of processes that have ended: what they counted, for a sum may not fall. */
export async function endedCounts(all: readonly Counts[]): Promise<Counts> {
  const metrics = (await sumOfAll(all).getMetricsAsJSON()) as Metric[]
  return metrics.filter(({ type }) => remaining.includes(`${type}`))
}

const remaining = ['counter', 'histogram']
