import { TASK_MESSAGE } from '@xueheng/contract/domains/notices/sys-message.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import type { Child, ParentNews, ParentTold, TellParents } from '../../platform/tell-parents.ts'
import { sendMessage } from '../notices/index.ts'
import { rolesHolding } from '../rights/index.ts'

const USERS = every(user, 'who looks after a class is written to, whoever asks')
const UNITS = every(userUnit, 'who looks after a class is written to, whoever asks')
const RIGHT = 'gatherstudent_edit'
const MOST_NAMES = 60

export interface Keeper {
  account: string
  schoolCode: string
  classCodes: string[]
}

/** Parents have no account: who looks after the class hears in the product and passes it on, or else the school. */
export const tellClassTeachers: TellParents = {
  title: '站内通知（班主任转告）',
  async tell(ctx, news, children) {
    const keepers = await findKeepers(ctx, [...new Set(children.map(({ schoolCode }) => schoolCode))])
    const accounts = children.map((child) => accountsFor(child, keepers))
    await inTransaction(ctx.db, async (db) => {
      for (const account of new Set(accounts.flat())) {
        const own = children.filter((_child, i) => accounts[i]?.includes(account))
        await sendMessage({ ...ctx, db }, { account, messageType: TASK_MESSAGE, ...messageOf(news, own) })
      }
    })
    return accounts.map(toldOf)
  },
}

/** Accounts of the schools that fill collections in, and the classes they look after. */
export async function findKeepers(ctx: Ctx, schoolCodes: string[]): Promise<Keeper[]> {
  const roles = await rolesHolding(ctx.db, RIGHT)
  const { rows } = await sql<Keeper>`select u.account, l.dept_uscc as school_code, l.class_codes
    from ${UNITS} l join ${USERS} u on u.id = l.user_id and u.is_deleted = 0 and u.status = 1
    where l.is_deleted = 0 and l.dept_uscc = any(${schoolCodes}::varchar[]) and u.role_ids && ${roles}::bigint[]
    order by u.account`.execute(ctx.db)
  return rows
}

function accountsFor({ schoolCode, classCode }: Child, keepers: Keeper[]): string[] {
  const own = keepers.filter((one) => one.schoolCode === schoolCode)
  const ofClass = own.filter(({ classCodes }) => classCode !== null && classCodes.includes(classCode))
  const found = ofClass.length > 0 ? ofClass : own.filter(({ classCodes }) => classCodes.length === 0)
  return [...new Set(found.map(({ account }) => account))]
}

function toldOf(accounts: string[]): ParentTold {
  if (accounts.length === 0) return { isTold: false, text: '班级和学校都没有可以通知的账号' }
  return { isTold: true, text: `已通知${accounts.join('、')}转告` }
}

function messageOf({ title, text }: ParentNews, children: Child[]) {
  const names = children.slice(0, MOST_NAMES).map(({ studentName }) => studentName)
  const more = children.length > MOST_NAMES ? `等${children.length}人` : ''
  return { title, content: `${text}\n请转告${names.join('、')}${more}的家长。`, link: '/gather/gatherStudent' }
}
