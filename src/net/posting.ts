// POST to addresses that callers have given us: only https to public addresses, unless this is a
// laboratory. Its connections are its own.
import { type Http, type HttpLimits, openHttp } from './http.ts'
import { hostRefusal, type UrlRefusal } from './public-lookup.ts'

export type Posting = Pick<Http, 'post' | 'close'> & {
  /** Why nothing can be posted to this URL now; undefined if nothing is known. */
  refusalOf(url: string): Promise<UrlRefusal | undefined>
}

const example = 'https://erp.example.com/webhooks'

/** `insecureAllowed`: plain http and private addresses. */
export function openPosting(o: { limits: HttpLimits; insecureAllowed: boolean }): Posting {
  const allowed = { plainHttp: o.insecureAllowed, privateAddresses: o.insecureAllowed }
  const { post, close } = openHttp(o.limits, allowed)
  return {
    post,
    close,
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
