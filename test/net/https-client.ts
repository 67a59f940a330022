// Requests the given URLs and prints each outcome. https.test.ts runs it in a process of its own,
// because which authorities Node trusts is settled at start.
import { limits } from '../../src/config/limits.ts'
import { openNet } from '../../src/net/index.ts'

const net = openNet({ dnsServers: [], plainHttpAllowed: true, limits: limits.sending })
for (const url of process.argv.slice(2)) {
  const outcome = await net.get(url)
  console.log(
    outcome.kind === 'answered'
      ? `${outcome.status} ${outcome.body}`
      : `${outcome.reason}: ${outcome.detail}`,
  )
}
await net.close()
