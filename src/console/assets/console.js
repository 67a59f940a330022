// What a page cannot do without a script: copy, "2 min ago", the zone of the browser, news of what
// is on the screen, and the focus after an action. It writes text and attributes, never markup: what
// it refreshes are parts of pages of ours (docs/adr/0044).

const refreshMs = 10_000
const soonMs = 1_000
const day = 24 * 3600

// Copying.
for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-copy]')
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy)
  announce('Copied.')
})

// Showing what is typed into a secret field.
for (const button of document.querySelectorAll('[data-reveals]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const field = document.getElementById(button.dataset.reveals)
    const isShown = field.type === 'text'
    field.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? 'Show' : 'Hide'
  })
}

// Times, in the zone of the browser.
const shortTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const exactTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

function showTimes(root = document) {
  for (const element of root.querySelectorAll('time[data-shown]')) {
    const at = new Date(element.dateTime)
    const isExact = element.dataset.shown === 'exact'
    element.title = `${exactTime.format(at)} (${element.dateTime})`
    element.textContent = isExact ? exactTime.format(at) : relative(at)
  }
}

function relative(at) {
  const seconds = Math.round((Date.now() - at.getTime()) / 1000)
  const length = Math.abs(seconds)
  if (length >= day) return shortTime.format(at)
  if (length < 60) return seconds < 0 ? 'in a moment' : 'just now'
  const [count, unit] =
    length < 3600 ? [Math.floor(length / 60), 'min'] : [Math.floor(length / 3600), 'h']
  return seconds < 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`
}

// The result of an action has the focus, and a reload does not tell of it again.
document.querySelector('[data-focus]')?.focus()
const here = new URL(location.href)
if (here.searchParams.has('done')) {
  here.searchParams.delete('done')
  history.replaceState(null, '', here)
}

// News of what is on the screen.
const policy = window.trustedTypes?.createPolicy('console', { createHTML: (text) => text })
let etag = ''
let newRows = 0

async function refresh() {
  if (document.visibilityState !== 'visible' || isBusy()) return
  if (!location.pathname.startsWith('/console')) return
  const answer = await fetch(location.pathname + location.search, {
    headers: etag ? { 'If-None-Match': etag } : {},
    credentials: 'same-origin',
    redirect: 'manual',
  }).catch(() => undefined)
  if (answer?.status === 304) return tellNews()
  if (answer?.type === 'opaqueredirect') return tell('Your session has ended.', 'Sign in again')
  if (!answer?.ok) return tell('This page could not be refreshed.', 'Try again')
  const text = await answer.text()
  if (isBusy()) return
  etag = answer.headers.get('ETag') ?? ''
  show(new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, 'text/html'))
}

/** A form that is being filled in, or what was marked to be copied, stays as it is. */
function isBusy() {
  const { activeElement } = document
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(activeElement?.tagName ?? '')
  const isChosen = document.querySelector('tbody input:checked')
  return isTyping || isChosen !== null || !document.getSelection().isCollapsed
}

function show(page) {
  for (const part of document.querySelectorAll('[data-refresh]')) {
    const name = CSS.escape(part.dataset.refresh)
    replace(part, page.querySelector(`[data-refresh="${name}"]`))
  }
  newRows = 0
  for (const body of document.querySelectorAll('tbody[data-rows]')) {
    const rows = page.querySelectorAll(`tbody[data-rows="${CSS.escape(body.dataset.rows)}"] > tr`)
    const shown = new Map([...body.rows].map((row) => [keyOf(row), row]))
    for (const row of rows) {
      const known = shown.get(keyOf(row))
      if (known) replace(known, row)
      else newRows += 1
    }
  }
  tellNews()
}

function tellNews() {
  tell(newRows > 0 ? `${newRows} new.` : '', 'Show')
}

/** A row is known by where it leads. */
function keyOf(row) {
  return row.querySelector('th a')?.getAttribute('href') ?? row.textContent
}

function replace(part, next) {
  if (!next || part.contains(document.activeElement)) return
  const copy = document.importNode(next, true)
  showTimes(copy)
  for (const button of copy.querySelectorAll('[data-copy]')) button.hidden = false
  if (!copy.isEqualNode(part)) part.replaceWith(copy)
}

const news = document.querySelector('[data-news]')

/** Says it where the page has a line for news, with a link that opens the page again. */
function tell(said, way) {
  if (!news || news.dataset.said === said) return
  news.dataset.said = said
  news.hidden = said === ''
  news.textContent = said === '' ? '' : `${said} `
  if (said === '') return
  const link = document.createElement('a')
  link.href = location.pathname + location.search
  link.textContent = way
  news.append(link)
}

function announce(said) {
  const line = document.querySelector('[data-announced]')
  if (line) line.textContent = said
}

showTimes()
setInterval(showTimes, 30_000)
if (document.querySelector('[data-refresh], [data-rows]')) setInterval(refresh, refreshMs)
// What is being found out is there in a moment.
if (document.querySelector('[data-soon]')) setTimeout(refresh, soonMs)
