// A process of its own that asks the gateway for one tenant every 20 ms, whether or not the last
// answer is in, and watches what the gateway's process takes up meanwhile. `reset` begins a
// measurement; `report` sends it to the parent.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { Agent, get } from 'node:http'

const [url, token, pid] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 500, maxFreeSockets: 4 })
const everyMs = 20

let times = []
let failed = 0
let outstanding = new Set()
let peakBytes = 0

function ask() {
  const begun = performance.now()
  outstanding.add(begun)
  const done = (isRight) => {
    if (!outstanding.delete(begun)) return
    times.push(performance.now() - begun)
    if (!isRight) failed++
  }
  const options = { agent, headers: { 'X-API-Token': token }, timeout: 60_000 }
  const request = get(new URL('/api/identity/check', url), options, (response) => {
    response.resume().once('close', () => done(response.complete && response.statusCode === 200))
  })
  request.once('timeout', () => request.destroy()).once('error', () => done(false))
}

function memoryBytes() {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(resident) * 1024
}

// The embedded database keeps open the files of tables and indexes that it has read.
const isOfDatabase = (descriptor) => {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`).includes('/postgres/base/')
  } catch {
    return false
  }
}
const descriptors = () => readdirSync(`/proc/${pid}/fd`).filter((one) => !isOfDatabase(one)).length

function report() {
  const waiting = [...outstanding].map((begun) => performance.now() - begun)
  const all = [...times, ...waiting].sort((a, b) => a - b)
  const at = (share) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0
  return {
    asked: all.length,
    failed,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    worstMs: all.at(-1) ?? 0,
    peakBytes: Math.max(peakBytes, memoryBytes()),
    bytes: memoryBytes(),
    descriptors: descriptors(),
  }
}

process.on('message', (message) => {
  if (message === 'reset') {
    times = []
    failed = 0
    outstanding = new Set()
    peakBytes = memoryBytes()
  }
  process.send(report())
})

setInterval(ask, everyMs)
setInterval(() => {
  peakBytes = Math.max(peakBytes, memoryBytes())
}, 50)
