import { defineDomain } from '../../kit/domain.ts'
import { notice, noticeRead, noticeReceipts, noticeTop, noticeUnread } from './notice.ts'
import { sysMessage, taskMessages, topMessages } from './sys-message.ts'

export const notices = defineDomain({
  name: 'notices',
  title: '工作台',
  entities: [notice, sysMessage],
  calls: [noticeTop, noticeUnread, noticeRead, noticeReceipts, taskMessages, topMessages],
})
