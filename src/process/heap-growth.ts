// How far the memory of V8 grows. The space in which it makes new objects doubles whenever it is
// full, up to twice 16 MB or more, as the version of Node has it, and an idle process keeps it.
// Loading and starting a gateway fills it again and again, the work of most gateways does not: so
// it begins to grow once the gateway listens, as load demands
// (docs/adr/0050-the-young-space-grows-once-a-gateway-listens.md), and no further than Node 20 lets
// it (docs/adr/0053-the-young-space-stays-at-twice-sixteen-megabytes.md). What has survived there
// is collected when it has grown by half (docs/adr/0059-the-heap-grows-by-half.md).
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Size of both semi-spaces together. */
const youngBytesMax = 2 * 16 * 1024 * 1024

let mayYoungSpaceGrow = false

export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50')
  mayYoungSpaceGrow = false
  watch()
}

export function letYoungSpaceGrow(): void {
  mayYoungSpaceGrow = true
  watch()
}

function watch(): void {
  setGrowth()
  observer.observe({ entryTypes: ['gc'] })
}

// V8 grows the young space by one step for each collection, makes it smaller when there is little
// to do, and forgets its growth factor whenever a thread begins.
const observer = new PerformanceObserver(setGrowth)

function setGrowth(): void {
  const factor = mayYoungSpaceGrow && youngBytes() < youngBytesMax ? 2 : 1
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}

function youngBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return young?.space_size ?? 0
}
