// A participant in our SMP: where it stands, and asking for it to be published or withdrawn.
import type { StepEntry } from '../../core/network/plan-entry.ts'
import { type Html, html, type Part } from '../html.ts'

export const publicationWords = {
  heading: 'In the SMP',
  publishedBy: 'Published by',
  by: { us: 'this gateway', elsewhere: 'others' },
  state: 'State',
  states: {
    creating: 'begun, and not found yet',
    'waiting-for-dns': 'written; the network does not name the SMP yet',
    published: 'published',
    withdrawing: 'being withdrawn',
    withdrawn: 'withdrawn; removed here after a day',
  } as Record<string, string>,
  since: 'Since',
  asked: 'Asked for',
  askedFor: { publish: 'to be published', withdraw: 'to be withdrawn' },
  next: 'Tried again',
  notAgain: 'not tried again: ask anew',
  fault: 'Last fault',
  beingCompared: 'The SMP is being compared with what is registered …',
  agrees: 'The SMP says what is registered here.',
  differs: 'The SMP differs from what is registered here.',
  refused: 'Something stands in the way of publishing it.',
  notKnown: 'How the SMP stands is not known now.',
  elsewhere: 'Another provider serves it. For its customer:',
  steps: {
    'create-group': 'The participant is not in the SMP.',
    'wait-for-dns': 'The network does not name the SMP for it yet.',
    'put-type': 'To be written:',
    'delete-type': 'To be removed:',
  } satisfies Record<StepEntry['step'], string>,
  publish: {
    link: 'Publish …',
    title: 'Publish this participant in the SMP?',
    consequence: (participant: Part): Html =>
      html`<p><strong>${participant}</strong> is written into the SMP with all that is registered,
and read back. Others then send here what is for it. This takes it from no other provider.</p>`,
    button: 'Publish the participant',
  },
  withdraw: {
    link: 'Withdraw …',
    title: 'Withdraw this participant from the SMP?',
    consequence: (participant: Part): Html =>
      html`<p><strong>${participant}</strong> is found here no more: nothing new comes for it. It is
served for another day, and then removed here.</p>`,
    confirm: 'The participant once more',
    confirmHint: 'Type it as it stands above.',
    notConfirmed: (participant: string) => `Type ${participant}: nothing was done.`,
    button: 'Withdraw the participant',
  },
  removal: {
    title: 'This participant is in the SMP',
    published: (participant: Part): Html =>
      html`<p><strong>${participant}</strong> is found in the SMP: what others send to it would
be refused. Withdraw it there first. It is served for another day, and then removed by itself.</p>`,
    withdrawn: (participant: Part): Html =>
      html`<p><strong>${participant}</strong> was withdrawn from the SMP. It is served for a day,
since others may have looked it up before, and then removed by itself.</p>`,
  },
} as const
