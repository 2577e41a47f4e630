/** What a service task may call; code never comes from a process. */
export const REMIND = 'remind'
export const NOTIFY_STARTER = 'notifyStarter'

export const DELEGATES: ReadonlySet<string> = new Set([REMIND, NOTIFY_STARTER])
