// nginx and Caddy with the very files of deploy/: host names, addresses, ports and the certificate
// are replaced, and nothing else.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { unusedPort } from '../../net/listen.ts'

export const hosts = {
  api: 'api.example.com',
  as4: 'ap.example.com',
  console: 'console.example.com',
}

const certificate = makeCertificate()

/** Whom a caller trusts: the certificate is its own authority. */
export const authority = readFileSync(join(certificate, 'fullchain.pem'), 'utf8')

/** Returns a folder with the certificate of all hosts, and its key. */
function makeCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-certificate-'))
  const file = (name: string) => join(folder, name)
  const names = Object.values(hosts).map((name) => `DNS:${name}`)
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-noenc', '-days', '2', '-subj', '/CN=a proxy'],
      ...['-addext', `subjectAltName=${names.join(',')}`],
      ...['-keyout', file('privkey.pem'), '-out', file('fullchain.pem')],
    ],
    { stdio: 'ignore' },
  )
  return folder
}

/** Where the console may be reached from; another address of this machine is a stranger's. */
export const [colleague, stranger] = ['127.0.0.1', '127.0.0.2']

/** Two nodes are two addresses of this machine. */
export const addresses = ['127.0.0.1', '127.0.0.2'] as const

export type Upstreams = { api: number; as4: number }

type Options = {
  upstreams: Upstreams
  console?: boolean
  /** What else is changed in its file. */
  changed?: (text: string) => string
}

export type RunningProxy = { port: number; stop(): Promise<void>; output(): string }

export type Kind = 'nginx' | 'caddy'

export function isThere(kind: Kind): boolean {
  return spawnSync(kind, [kind === 'nginx' ? '-v' : 'version'], { env: environment }).status === 0
}

// Debian installs nginx where only the superuser's PATH leads.
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Throws unless the text has `from`: a file that has changed must be read again here. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the file does not say: ${from}`)
  return text.replaceAll(from, to)
}

export async function startProxy(kind: Kind, options: Options): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `fourcorner-${kind}-`))
  // The workers of nginx are another user's.
  chmodSync(folder, 0o755)
  const port = await unusedPort()
  const settings = { ...options, folder, port }
  const child = kind === 'nginx' ? startNginx(settings) : startCaddy(settings, await unusedPort())
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (chunk) => (output += chunk))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const over = ended.then(() => Promise.reject(new Error(`${kind} has ended:\n${output}`)))
  await Promise.race([over, listening(port)])
  over.catch(() => {})
  return {
    port,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

type Settings = Options & { folder: string; port: number }

function startNginx({ upstreams, console, changed, folder, port }: Settings): ChildProcess {
  const listen = (text: string) => {
    const elsewhere = replaced(text, 'listen 443', `listen 127.0.0.1:${port}`)
    const path = replaced(elsewhere, '/etc/ssl/fourcorner/', `${certificate}/`)
    return (changed ?? ((same) => same))(path)
  }
  const main = readFileSync('deploy/nginx/fourcorner.conf', 'utf8')
  let nodes = main
  for (const [at, host] of ['10.0.0.11', '10.0.0.12'].entries())
    for (const [theirs, ours] of [
      ['8080', upstreams.api],
      ['8090', upstreams.as4],
    ])
      nodes = replaced(nodes, `server ${host}:${theirs}`, `server ${addresses[at]}:${ours}`)
  writeFileSync(join(folder, 'fourcorner.conf'), listen(nodes))
  const office = readFileSync('deploy/nginx/console.conf', 'utf8')
  if (console)
    writeFileSync(join(folder, 'console.conf'), listen(replaced(office, '192.0.2.0/24', colleague)))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const around = `daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/pid;
    error_log stderr warn;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.join('\n')}
      include ${folder}/fourcorner.conf;
      ${console ? `include ${folder}/console.conf;` : ''}
    }`
  writeFileSync(join(folder, 'nginx.conf'), around)
  return spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    env: environment,
  })
}

function startCaddy(
  { upstreams, console, changed, folder, port }: Settings,
  httpPort: number,
): ChildProcess {
  const text = readFileSync('deploy/caddy/Caddyfile', 'utf8')
  const ports = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${port}\n\tservers`
  const own = replaced(text, '{\n\tservers', ports)
  const files = `tls ${certificate}/fullchain.pem ${certificate}/privkey.pem`
  const certified = replaced(own, '# tls /etc/caddy/fullchain.pem /etc/caddy/privkey.pem', files)
  writeFileSync(join(folder, 'Caddyfile'), (changed ?? ((same) => same))(certified))
  const nodes = (nodePort: number) => addresses.map((host) => `${host}:${nodePort}`).join(' ')
  return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    env: {
      ...environment,
      ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ API_HOST: hosts.api, AS4_HOST: hosts.as4 },
      ...{ API_NODES: nodes(upstreams.api), AS4_NODES: nodes(upstreams.as4) },
      API_PORT: String(upstreams.api),
      ...(console ? { CONSOLE: 'on', CONSOLE_HOST: hosts.console, CONSOLE_ALLOW: colleague } : {}),
    },
  })
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    await pause(50)
  }
}
