// Asks the URLs that it is given and prints what became of each. Run by https.test.ts in a process
// of its own, for which authorities node trusts is settled when it starts.
import { limits } from '../../src/limits.ts'
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
