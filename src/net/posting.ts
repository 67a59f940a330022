// POST to addresses that callers have given us: only https to public addresses, unless this is a
// laboratory. Its connections are its own.
import { hostRefusal } from './connect.ts'
import { type Http, type HttpLimits, openHttp } from './http.ts'

export type Posting = Pick<Http, 'post' | 'close'> & {
  /** Why nothing can be posted to this URL now, in one sentence; undefined if nothing is known. */
  refusalOf(url: string): Promise<string | undefined>
}

/** `insecureAllowed`: plain http and private addresses. */
export function openPosting(o: { limits: HttpLimits; insecureAllowed: boolean }): Posting {
  const allowed = { plainHttp: o.insecureAllowed, privateAddresses: o.insecureAllowed }
  const { post, close } = openHttp(o.limits, allowed)
  return {
    post,
    close,
    async refusalOf(url) {
      if (!URL.canParse(url)) return 'It is not a URL.'
      const { protocol, hostname, username, password, hash } = new URL(url)
      if (protocol !== 'https:' && !(protocol === 'http:' && o.insecureAllowed))
        return 'It does not begin with https://.'
      if (username || password) return 'It has a user name or a password.'
      if (hash) return 'It has a fragment.'
      const refused = o.insecureAllowed ? undefined : await hostRefusal(hostname)
      return refused && `${refused}.`
    },
  }
}
