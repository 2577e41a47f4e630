import type { EventHub } from '../../platform/http/events.ts'
import { type Module, defineModule } from '../../platform/module.ts'
import { announceMessages, messageAccess, messageHandlers, messageHooks } from './message-handlers.ts'
import { announceNotices, noticeAccess, noticeHandlers, noticeHooks } from './notice-handlers.ts'

/** Notices with their readers, and messages of the system. */
export function noticesModule({ events }: { events: EventHub }): Module {
  announceNotices(events)
  announceMessages(events)
  return defineModule({
    name: 'notices',
    handlers: [...noticeHandlers(), ...messageHandlers()],
    hooks: [noticeHooks, messageHooks],
    access: [noticeAccess, messageAccess],
  })
}
