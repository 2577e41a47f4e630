import { DEPT_TYPE } from '@xueheng/contract/domains/wecom/dept.ts'
import * as z from 'zod'

/** What is mirrored. */
export type Kind = 'dept' | 'admin' | 'student' | 'parent' | 'contact'

type Value = string | number | null | readonly number[] | object

/** One row of a directory under its natural key; departments are named by their numbers. What is not told is left out. */
export interface Item {
  key: string
  values: Record<string, Value>
}

const text = z.string().nullish()
const whole = z.number().int().nullish()
/** Larger ones of the platform are kept as the largest that fits. */
const MOST = 2_147_483_647

const admin = z.object({ userid: z.string(), type: z.number().int().default(0), subject: text })

const department = z.object({
  id: z.number().int().positive(),
  name: z.string().default(''),
  parentid: z.number().int().default(0),
  type: whole,
  register_year: whole,
  standard_grade: whole,
  order: z.number().nullish(),
  is_graduated: whole,
  open_group_chat: whole,
  group_chat_id: text,
  department_admins: z.array(admin).nullish(),
  department_leader: z.array(z.string()).nullish(),
})
export type Department = z.infer<typeof department>

export const departmentsAnswer = z
  .object({ departments: z.array(department).nullish(), department: z.array(department).nullish() })
  .transform(({ departments, department: plain }) => departments ?? plain ?? [])

export function deptItem(row: Department): Item {
  return {
    key: String(row.id),
    values: {
      deptName: row.name,
      parent: row.parentid,
      deptType: row.type ?? DEPT_TYPE.plain,
      registerYear: row.register_year || null,
      standardGrade: row.standard_grade || null,
      sort: Math.min(row.order ?? 0, MOST),
      isGraduated: row.is_graduated ?? 0,
      openGroupChat: row.open_group_chat ?? 0,
      groupChatId: row.group_chat_id || null,
    },
  }
}

/** Who looks after a department; of a plain directory its leaders. */
export function adminItems(row: Department): Item[] {
  const leaders = (row.department_leader ?? []).map((userid) => ({ userid, type: 0, subject: null }))
  return [...(row.department_admins ?? []), ...leaders].map(({ userid, type, subject }) => ({
    key: adminKey(row.id, userid, type),
    values: { department: row.id, userId: userid, adminType: type, subject: subject || null },
  }))
}

export function adminKey(deptId: number, userid: string, type: number): string {
  return `${deptId}/${userid.toLowerCase()}/${type}`
}

const student = z.object({
  student_userid: z.string(),
  name: z.string().default(''),
  mobile: text,
  department: z.array(z.number().int()).nullish(),
})

export const studentsAnswer = z
  .object({ students: z.array(student).nullish() })
  .transform(({ students }) => students ?? [])

export function studentItem(row: z.infer<typeof student>): Item {
  return {
    key: row.student_userid.toLowerCase(),
    values: {
      studentUserid: row.student_userid,
      name: row.name,
      departments: (row.department ?? []).toSorted((a, b) => a - b),
      ...(row.mobile ? { mobile: row.mobile } : {}),
    },
  }
}

const parent = z.object({
  parent_userid: z.string(),
  mobile: text,
  is_subscribe: whole,
  external_userid: text,
  children: z.array(z.object({ student_userid: z.string(), relation: text })).nullish(),
})

export const parentsAnswer = z.object({ parents: z.array(parent).nullish() }).transform(({ parents }) => parents ?? [])

/** A parent with each child. */
export function parentItems(row: z.infer<typeof parent>): Item[] {
  return (row.children ?? []).map(({ student_userid: studentUserid, relation }) => ({
    key: parentKey(row.parent_userid, studentUserid),
    values: {
      parentUserid: row.parent_userid,
      studentUserid,
      relation: relation?.slice(0, 10) || null,
      ...(row.mobile ? { mobile: row.mobile } : {}),
      isSubscribe: row.is_subscribe ?? 0,
      externalUserid: row.external_userid || null,
    },
  }))
}

export function parentKey(parentUserid: string, studentUserid: string): string {
  return `${parentUserid}/${studentUserid}`.toLowerCase()
}

export const personAnswer = z.object({
  user_type: z.number().int(),
  student: student.nullish(),
  parent: parent.nullish(),
})

const follow = z.object({
  userid: z.string(),
  remark: text,
  description: text,
  createtime: z.number().nullish(),
  state: text,
  add_way: whole,
  tags: z.array(z.object({ group_name: text, tag_name: text, type: whole })).nullish(),
})

const contact = z.object({
  external_userid: z.string(),
  name: text,
  avatar: text,
  position: text,
  corp_name: text,
  corp_full_name: text,
  type: whole,
  gender: whole,
  unionid: text,
  is_subscribe: whole,
})

export const followersAnswer = z
  .object({ follow_user: z.array(z.string()).nullish() })
  .transform(({ follow_user }) => follow_user ?? [])

export const contactsAnswer = z
  .object({
    external_contact_list: z
      .array(z.object({ external_contact: contact, follow_info: z.union([follow, z.array(follow)]).nullish() }))
      .nullish(),
    next_cursor: text,
  })
  .transform(({ external_contact_list, next_cursor }) => ({
    contacts: external_contact_list ?? [],
    next: next_cursor ?? '',
  }))

export const contactAnswer = z.object({
  external_contact: contact,
  follow_user: z.array(follow).nullish(),
  next_cursor: text,
})

type Follow = z.infer<typeof follow>

export function contactItem(row: z.infer<typeof contact>, follows: readonly Follow[]): Item {
  return {
    key: row.external_userid.toLowerCase(),
    values: {
      externalUserid: row.external_userid,
      name: row.name?.slice(0, 128) || row.external_userid,
      avatar: (row.avatar ?? '').slice(0, 512) || null,
      position: row.position?.slice(0, 128) || null,
      corpName: row.corp_name?.slice(0, 128) || null,
      corpFullName: row.corp_full_name?.slice(0, 255) || null,
      contactType: row.type ?? 1,
      gender: row.gender ?? 0,
      unionid: row.unionid || null,
      isSubscribe: row.is_subscribe ?? 0,
      followUsers: follows.map(followOf),
    },
  }
}

/** Numbers that members noted for a contact are not taken. */
function followOf(one: Follow) {
  return {
    userid: one.userid,
    remark: one.remark ?? '',
    description: one.description ?? '',
    createtime: one.createtime ?? 0,
    state: one.state ?? '',
    addWay: one.add_way ?? 0,
    tags: (one.tags ?? []).map((tag) => ({
      groupName: tag.group_name ?? '',
      tagName: tag.tag_name ?? '',
      type: tag.type ?? 1,
    })),
  }
}
