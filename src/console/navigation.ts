// What the navigation leads to, in groups; what the scopes of a token do not allow is absent.
import { mayCall, type Requirements } from '../core/access/may-call.ts'
import type { Caller } from '../core/gateway.ts'
import { cut } from './components/facts.ts'
import type { IconName } from './components/icon.ts'
import { nav } from './components/nav.ts'
import type { AttentionCounts } from './frame.ts'
import type { Html } from './html.ts'
import { labels } from './words/labels.ts'
import { attentionWords } from './words/states.ts'

type Entry = {
  path: string
  name: keyof typeof labels
  icon: IconName
  for: Required<Requirements>
  /** Whether the tenant has such a thing. */
  isUsed?(tenant: Caller['tenant']): boolean
}

const reading = { scope: 'documents:read', testToken: 'read' } as const
const sending = { scope: 'documents:write', testToken: 'test' } as const
const administering = { scope: 'admin', testToken: 'nothing' } as const
const operating = { scope: 'operator', testToken: 'nothing' } as const

const groups: readonly (readonly Entry[])[] = [
  [
    { path: '', name: 'home', icon: 'home', for: { scope: 'any', testToken: 'read' } },
    { path: '/documents', name: 'sent', icon: 'sent', for: reading },
    { path: '/inbound', name: 'received', icon: 'received', for: reading },
    {
      ...{ path: '/tax-reports', name: 'taxReports', icon: 'reports', for: reading },
      isUsed: ({ taxReporting = [] }) => taxReporting.length > 0,
    },
    { path: '/participants', name: 'participants', icon: 'people', for: administering },
    { path: '/send', name: 'check', icon: 'check', for: sending },
  ],
  [
    { path: '/queue', name: 'queue', icon: 'queue', for: reading },
    {
      path: '/network',
      name: 'network',
      icon: 'network',
      for: { scope: 'any', testToken: 'nothing' },
    },
    {
      ...{ path: '/forecasts', name: 'forecasts', icon: 'calendar' },
      for: { scope: ['admin', 'operator'], testToken: 'read' },
    },
    { path: '/reports', name: 'reports', icon: 'reports', for: operating },
    { path: '/webhooks', name: 'webhooks', icon: 'webhook', for: administering },
  ],
  [
    { path: '/tenants', name: 'tenants', icon: 'tenants', for: operating },
    { path: '/tokens', name: 'tokens', icon: 'key', for: { scope: 'admin', testToken: 'test' } },
    {
      ...{ path: '/log', name: 'log', icon: 'log' },
      for: { scope: ['admin', 'operator'], testToken: 'read' },
    },
  ],
]

export function navigation(
  caller: Caller,
  at: string | undefined,
  attention: AttentionCounts | undefined,
): Html {
  const allowed = groups.map((entries) =>
    entries
      .filter((entry) => mayCall(caller, entry.for) && entry.isUsed?.(caller.tenant) !== false)
      .map(({ path, name, icon }) => ({
        ...{ path: `/console${path}`, name: labels[name], icon },
        count: countOf(name, attention),
      })),
  )
  return nav(allowed, at)
}

/** What needs attention among what was sent, and what is new among what was received. */
function countOf(
  name: Entry['name'],
  counts: AttentionCounts = [],
): { shown: string; meaning: string } | undefined {
  const wanted: readonly string[] =
    name === 'sent'
      ? attentionWords('outbound').map(({ attention }) => attention)
      : name === 'received'
        ? ['new']
        : []
  const count = counts
    .filter(({ attention }) => wanted.includes(attention))
    .reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return undefined
  return { shown: cut(count), meaning: name === 'sent' ? 'need attention' : 'new' }
}
