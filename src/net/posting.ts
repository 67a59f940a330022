// POST to addresses that callers have given us: only https to public addresses, unless this is a
// laboratory. Its connections are its own.
import { type Http, type HttpLimits, type HttpMessage, openHttp } from './http.ts'
import { hostRefusal, type UrlRefusal } from './public-lookup.ts'

export type Posting = {
  /** The same as Http's, with connections of its own for each `pool`. */
  post(url: string, message: HttpMessage, pool: string): ReturnType<Http['post']>
  /** Why nothing can be posted to this URL now; undefined if nothing is known. */
  refusalOf(url: string): Promise<UrlRefusal | undefined>
  close(): Promise<void>
}

/** Pools that are kept: more than have deliveries under way. */
const poolsMax = 256

const example = 'https://erp.example.com/webhooks'

/** `insecureAllowed`: plain http and private addresses. */
export function openPosting(o: { limits: HttpLimits; insecureAllowed: boolean }): Posting {
  const allowed = {
    ...{ plainHttp: o.insecureAllowed, privateAddresses: o.insecureAllowed },
    namesHidden: true as const,
  }
  // The pool that was used last comes last.
  const pools = new Map<string, Http>()

  function poolOf(name: string): Http {
    const pool = pools.get(name) ?? openHttp(o.limits, allowed)
    pools.delete(name)
    pools.set(name, pool)
    const [oldest] = pools
    if (pools.size <= poolsMax || !oldest) return pool
    pools.delete(oldest[0])
    // What it still has to do is done.
    void oldest[1].close()
    return pool
  }

  return {
    post: (url, message, pool) => poolOf(pool).post(url, message),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
    async refusalOf(url) {
      const refused = (message: string) => ({ message, isInsecure: false })
      if (!URL.canParse(url)) return refused(`it is not a URL, such as ${example}`)
      const { protocol, hostname, username, password, hash } = new URL(url)
      if (protocol !== 'https:' && !(protocol === 'http:' && o.insecureAllowed))
        return { message: 'it does not begin with https://', isInsecure: protocol === 'http:' }
      if (username || password) return refused('it has a user name or a password')
      if (hash) return refused('it has a fragment')
      return o.insecureAllowed ? undefined : hostRefusal(hostname)
    },
  }
}
