import type { EventHub } from '../../platform/http/events.ts'
import { type Module, defineModule } from '../../platform/module.ts'
import { announceMessages, messageHandlers, messageHooks } from './message-handlers.ts'
import { announceNotices, noticeHandlers, noticeHooks } from './notice-handlers.ts'

/** Notices with their readers, and messages of the system. */
export function deskModule({ events }: { events: EventHub }): Module {
  announceNotices(events)
  announceMessages(events)
  return defineModule({
    name: 'desk',
    handlers: [...noticeHandlers(), ...messageHandlers()],
    hooks: [noticeHooks, messageHooks],
  })
}
