// The queue, and what stops and resumes it.

export const queueWords = {
  pause: {
    title: 'Pause sending?',
    consequence: 'Documents are still accepted, and wait. What is being sent is not interrupted.',
    button: 'Pause',
  },
  resume: {
    title: 'Resume sending?',
    consequence: 'What waits because of the pause is sent, oldest first.',
    button: 'Resume',
  },
  everyReceiver: 'Every receiver, of every tenant.',
  notPaused: 'It is not paused.',
  nothingPaused: 'Nothing is paused.',
  nothingWaits: 'Nothing waits: everything that was submitted has been sent.',
  pauseAll: 'Pause everything …',
  circuits: 'Providers that do not respond',
  noCircuits: 'None: every endpoint that documents wait for has worked lately.',
} as const
