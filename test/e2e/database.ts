// A new database on the server of the tests, left there for inspection.
import { Client } from 'pg'

/** Returns its URL. */
export async function freshDatabase(url: string): Promise<string> {
  const name = `fourcorner_e2e_${process.pid}_${Date.now()}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
}
