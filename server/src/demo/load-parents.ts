import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { MSG_TARGET, gatherWeixinMsg } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { PUSHED, pushStates } from '@xueheng/contract/domains/gather/push-states.ts'
import { gatherLink, gatherPush } from '../domains/gather/tables.ts'
import { wallTime } from '../platform/clock.ts'
import { nextId } from '../platform/db/id.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'

const DAY_MS = 86_400_000
const MOST_LINKS = 12
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY_MS))

/** Links in every state, whose tokens nobody has any more; a message that reached its parents and one that waits. */
export async function loadParents(target: Target, taskId: string, students: DemoRow[]): Promise<void> {
  const { draft, schoolRefused } = gatherStates.states
  const open = students.filter(({ gather_status: state }) => state === draft.value || state === schoolRefused.value)
  await insertRows(
    target,
    gatherLink,
    open.slice(0, MOST_LINKS).map((one, i) => linkRow(taskId, one, i)),
  )
  const refused = students.filter(({ gather_status: state }) => state === schoolRefused.value)
  const pushedId = nextId()
  await insertRows(target, gatherWeixinMsg, [pushedRow(pushedId, taskId, refused.length), waitingRow(taskId)])
  await insertRows(
    target,
    gatherPush,
    refused.map((one) => pushRow(pushedId, one)),
  )
}

function linkRow(taskId: string, student: DemoRow, i: number): DemoRow {
  const isOpened = i % 4 !== 0
  return {
    id: nextId(),
    gather_task_id: taskId,
    student_id: student['id'],
    expire_time: i % 6 === 5 ? at(-1) : at(6),
    open_num: isOpened ? (i % 3) + 1 : 0,
    open_time: isOpened ? at(-0.5) : null,
    answer_time: i % 4 === 2 ? at(-0.4) : null,
    revoke_time: i % 6 === 1 ? at(-0.2) : null,
    create_user: '0',
  }
}

function pushedRow(id: string, taskId: string, num: number): DemoRow {
  return {
    ...messageRow(taskId, '请核对退回的信息', '有几项与户口簿不一致，请向班主任要核对链接，改正后提交。'),
    id,
    target_type: MSG_TARGET.refused,
    push_status: pushStates.states.done.value,
    push_time: at(-0.5),
    target_num: num,
    success_num: num,
    fail_num: 0,
  }
}

function waitingRow(taskId: string): DemoRow {
  return {
    ...messageRow(taskId, '请核对孩子的信息', '请在截止前打开班主任发的链接，核对孩子的信息。'),
    target_type: MSG_TARGET.unsent,
    push_status: pushStates.states.waiting.value,
    push_time: null,
    target_num: null,
    success_num: null,
    fail_num: null,
  }
}

function messageRow(taskId: string, title: string, content: string): DemoRow {
  return entityRow({ gather_task_id: taskId, title, content })
}

function pushRow(messageId: string, student: DemoRow): DemoRow {
  return {
    id: nextId(),
    message_id: messageId,
    student_id: student['id'],
    student_code: student['student_code'],
    student_name: student['student_name'],
    school_code: student['school_code'],
    class_code: student['class_code'],
    class_name: student['class_name'],
    push_state: PUSHED.sent,
    text: '已通知school转告',
    push_time: at(-0.5),
  }
}
