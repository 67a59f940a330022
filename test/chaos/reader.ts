// The program of a tenant: it asks for what has come in, and acknowledges it.
type Page = { data: { id: string }[] }

/**
 * Goes on until `end`, and then until nothing is left: what a killed process was opening is opened
 * when its lease has run out.
 */
export function startReading({ token, urlOf }: { token: string; urlOf(): string | undefined }): {
  end(): Promise<void>
} {
  let isOver = false
  const call = async (path: string, method: 'GET' | 'POST'): Promise<unknown> => {
    const url = urlOf()
    if (!url) return undefined
    const signal = AbortSignal.timeout(20_000)
    const headers = { 'X-API-Token': token }
    const answer = await fetch(new URL(path, url), { method, headers, signal }).catch(() => {})
    return answer?.ok ? answer.json().catch(() => undefined) : undefined
  }
  const list = async (status: string) =>
    (await call(`/api/v1/inbound?status=${status}&limit=50`, 'GET')) as Page | undefined
  async function read(): Promise<void> {
    for (;;) {
      const page = await list('available')
      for (const { id } of page?.data ?? []) await call(`/api/v1/inbound/${id}/acknowledge`, 'POST')
      if (page && page.data.length > 0) continue
      const isDone = isOver && page && (await list('received'))?.data.length === 0
      // What was opened between the two questions is found by a third one.
      if (isDone && (await list('available'))?.data.length === 0) return
      await new Promise((later) => setTimeout(later, 500))
    }
  }
  const reading = read()
  return {
    end() {
      isOver = true
      return reading
    },
  }
}
