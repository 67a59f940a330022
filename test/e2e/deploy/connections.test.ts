// deploy/caddy/connections.nft in a network of its own: connections by address are limited.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const inNetwork = (script: string) =>
  spawnSync('unshare', ['-n', 'sh', '-ec', `PATH=$PATH:/usr/sbin; ${script}`], {
    encoding: 'utf8',
    timeout: 60_000,
  })

const isPossible =
  process.getuid?.() === 0 && inNetwork('ip link set lo up && nft list ruleset').status === 0

/** Opens connections, one after the other, and prints how many there are when one does not come. */
const client = `
const { createServer, connect } = require('node:net')
const held = []
const server = createServer((socket) => held.push(socket)).listen(443, '127.0.0.1', () => next(0))
function next(count) {
  const address = '127.0.0.1'
  const socket = connect({ port: 443, host: address, localAddress: address })
  const end = (open) => { console.log(count, open); process.exit() }
  const timer = setTimeout(() => other(count, end), 1_500)
  socket.once('connect', () => { clearTimeout(timer); count > 250 ? end() : next(count + 1) })
}
function other(count, end) {
  const socket = connect({ port: 443, host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.once('connect', () => end('and one of another address'))
}`

it.skipIf(!isPossible && !process.env.CI)('an address has 200 connections at once', () => {
  const { stdout, stderr } = inNetwork(
    'ip link set lo up && nft -f deploy/caddy/connections.nft && ' +
      `exec "${process.execPath}" -e "${client}"`,
  )
  expect(stdout, stderr).toBe('200 and one of another address\n')
})
