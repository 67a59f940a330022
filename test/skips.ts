// Every test that may be skipped, by what it needs. skip-reporter.ts reports them at the end of a
// run; in CI a skip that is not listed here, or that needs what CI has, fails the run. A CI that
// has not all of it says so: WITHOUT names what it lacks, separated by commas.

export type Skip = {
  needs: string
  why: string
  isInCi: boolean
  /** Test files, some with the beginning of a test's full name. */
  tests: readonly string[]
}

/** Whether a test that needs this must run, and fails where it is absent. */
export function mustRun(needs: string, { CI, WITHOUT = '' } = process.env): boolean {
  const lacking = WITHOUT.split(',').map((name) => name.trim())
  return Boolean(CI) && !lacking.includes(needs)
}

export const skips: readonly Skip[] = [
  {
    needs: 'official documents',
    why: 'examples of OpenPEPPOL and CEN, not ours to publish, in ../shared/corpus',
    isInCi: true,
    tests: [
      'test/billing/from-ubl/examples.test.ts > the official examples of BIS Billing',
      'test/billing/from-ubl/examples.test.ts > the official examples of EN 16931',
      'test/billing/summarize.test.ts > the official examples',
      'test/billing/profiles/mapped.test.ts',
      'test/billing/profiles/samples.test.ts',
      'test/codelists/listed.test.ts > the published code lists',
      'test/http/routes/convert.test.ts > the official examples',
      'test/http/routes/validate.test.ts > the official examples',
      'test/pdf/completeness.test.ts > every value of every official sample',
      'test/reporting/read-status-message.test.ts > the official samples of MLS',
      'test/reporting/taxdata/build-tax-data.test.ts > official reports of Slovakia',
      'test/schematron/official-documents.test.ts > our rules, beside the official ones',
      'test/validation/structure/check.test.ts > the official documents',
      'test/e2e/demo.test.ts > npm run demo > delivers each official BIS example',
      'test/e2e/pdf.test.ts',
      'test/interop/own-rules/',
      'test/interop/phase4/types.test.ts',
      'test/interop/validation/',
    ],
  },
  {
    needs: 'official rules',
    why: "installed by 'fourcorner rules install'",
    isInCi: true,
    tests: [
      'test/clients/clients.test.ts',
      'test/interop/billing/',
      'test/interop/own-rules/official.test.ts',
      'test/interop/reporting/',
      'test/interop/structure/',
      'test/interop/validation/',
    ],
  },
  {
    needs: 'a pooler',
    why: 'a PgBouncer before the server, named by POOLER_URL; CI runs these tests with one',
    isInCi: false,
    tests: ['test/store/pooler.test.ts'],
  },
  {
    needs: 'an S3 server',
    why: 'versitygw, in PATH or named by VERSITYGW; CI runs these tests with one, by flag',
    isInCi: false,
    tests: [
      'test/core/payload-store.test.ts',
      'test/http/payload-store.test.ts',
      'test/store/payload-store.test.ts',
    ],
  },
  {
    needs: 'a PostgreSQL server',
    why: 'named by DATABASE_URL; CI runs these tests without one, then with one',
    isInCi: false,
    tests: [
      'test/core/two-nodes.test.ts',
      'test/core/runtime/waking.test.ts',
      'test/store/documents/started.test.ts > a document stands in line > when it meets',
      'test/store/webhooks/events.test.ts > under load > on a PostgreSQL server',
      'test/store/backup.test.ts > on a PostgreSQL server',
      'test/store/postgres/months.test.ts > on a PostgreSQL server',
      'test/store/postgres/notices.test.ts',
      'test/store/access/owned-participants.test.ts > on a PostgreSQL server',
      'test/store/access/removed-tenant.test.ts > on a PostgreSQL server',
      'test/open-documents.test.ts > a database on a server',
      'test/store/second-node.test.ts',
      'test/store/server.test.ts',
      'test/e2e/database-faults.test.ts',
      'test/e2e/database-restart.test.ts',
      'test/e2e/durability.test.ts',
      'test/e2e/frozen-node.test.ts',
      'test/e2e/workers.test.ts',
    ],
  },
  {
    needs: 'Schemathesis',
    why: 'named by SCHEMATHESIS: a fuzzer from PyPI',
    isInCi: true,
    tests: ['test/e2e/schemathesis.test.ts'],
  },
  {
    needs: 'a JDK',
    why: 'and Maven, to run phase4, peppol-smp-client and phoss SMP as peers',
    isInCi: true,
    tests: ['test/interop/phase4/', 'test/interop/phoss/', 'test/interop/smp/'],
  },
  {
    needs: 'a browser',
    why: 'Chromium, to use the reference page and the console',
    isInCi: true,
    tests: [
      ...['test/e2e/browser.test.ts', 'test/e2e/console.test.ts'],
      ...['test/e2e/console-components.test.ts', 'test/e2e/console-forms.test.ts'],
      'test/e2e/console-publication.test.ts',
      'test/e2e/console-walk.test.ts',
    ],
  },
  {
    needs: 'Go',
    why: '1.23 or newer, which not every system has as a package, to compile a generated client',
    isInCi: false,
    tests: ['test/clients/clients.test.ts > Go'],
  },
  {
    needs: 'Knot DNS',
    why: 'an authoritative DNS server that is not ours',
    isInCi: true,
    tests: ['test/interop/dns/'],
  },
  {
    needs: 'xmlsec1',
    why: 'a second opinion on signatures',
    isInCi: true,
    tests: ['test/interop/xmlsec/'],
  },
  {
    needs: 'a proxy',
    why: "Debian's nginx and caddy before nodes on a PostgreSQL server; CI runs these, by flag",
    isInCi: false,
    tests: ['test/e2e/deploy/proxies.test.ts'],
  },
  {
    needs: 'Docker Compose',
    why: 'named by DOCKER_COMPOSE; CI builds it with Go and runs this, by flag',
    isInCi: false,
    tests: ['test/e2e/deploy/compose.test.ts'],
  },
  {
    needs: 'Helm',
    why: 'named by HELM, and kubernetes-validate by KUBERNETES_VALIDATE; CI has both, by flag',
    isInCi: false,
    tests: ['test/e2e/deploy/helm.test.ts'],
  },
  {
    needs: 'nftables',
    why: 'and a network namespace of its own; CI runs this, by flag',
    isInCi: false,
    tests: ['test/e2e/deploy/connections.test.ts'],
  },
  {
    needs: 'Linux',
    why: 'and the right to mount a disk there, to fill it',
    isInCi: false,
    tests: [
      ...['test/e2e/full-disk.test.ts', 'test/e2e/init.test.ts'],
      'test/interop/as4/large.test.ts',
    ],
  },
]
