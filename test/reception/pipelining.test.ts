// Requests that a client sends without waiting for answers, at a server that answers nothing else.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { beginInTurn } from '../../src/reception/index.ts'

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A client of a server with that listener. */
async function connectTo(listener: RequestListener) {
  const server = createServer(listener)
  beginInTurn(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const accepted = once(server, 'connection')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const [socket] = await accepted
  return { client, socket }
}

it('are begun one at a time, with a turn for everybody else between them', async () => {
  let begun = 0
  const { client } = await connectTo((_, response) => {
    begun++
    response.end()
  })
  client.resume().write(request.repeat(200))
  let most = 0
  for (let before = 0; begun < 200; before = begun) {
    await setImmediate()
    most = Math.max(most, begun - before)
  }
  expect(most).toBeLessThanOrEqual(2)
})

it('are not begun once their client has gone', async () => {
  let begun = 0
  // The first one is never answered.
  const { client, socket } = await connectTo(() => {
    begun++
  })
  client.write(request.repeat(10))
  await expect.poll(() => begun).toBe(1)
  const closed = once(socket, 'close')
  client.destroy()
  await closed
  await setTimeout(50)
  expect(begun).toBe(1)
})
