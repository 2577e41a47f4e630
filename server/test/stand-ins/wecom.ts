import { Refusal, type Asked, type StandIn, startStandIn } from './base.ts'

const MOST = {
  classes: 20,
  children: 10,
  batch: 100,
  contacts: 100,
  parties: 100,
  users: 1000,
  textBytes: 2048,
  articles: 8,
  titleBytes: 128,
  descriptionBytes: 512,
}
/** Type of administrator → type of the department it goes with. */
const PLACE: Record<number, number> = { 1: 4, 2: 2, 3: 1, 4: 1, 5: 3 }
const CLASS = 1
const GRADE = 2

export interface Admin {
  userid: string
  type: number
  subject?: string
}

export interface Department {
  id: number
  name: string
  parentid: number
  type: number
  order?: number
  register_year?: number
  standard_grade?: number
  is_graduated?: number
  department_admins?: Admin[]
  department_leader?: string[]
}

export interface Student {
  student_userid: string
  name: string
  department: number[]
  mobile?: string
}

export interface Parent {
  parent_userid: string
  mobile?: string
  is_subscribe?: number
  external_userid?: string
  children: { student_userid: string; relation: string }[]
}

export interface Contact {
  external_userid: string
  name: string
  type?: number
  gender?: number
  unionid?: string
  /** Members who added it. */
  of: string[]
}

/** A directory on this machine that holds to the limits of the real one. */
export interface WecomStandIn extends StandIn {
  secrets: Set<string>
  departments: Map<number, Department>
  students: Map<string, Student>
  parents: Map<string, Parent>
  contacts: Map<string, Contact>
  /** Messages as they were taken, oldest first. */
  sent: Record<string, unknown>[]
  /** Departments that do not exist for messages. */
  noParties: Set<number>
  /** Members who do not exist for messages. */
  noUsers: Set<string>
  /** Tokens given so far. */
  given: () => number
  /** From now on the tokens given so far are not known any more. */
  revoke(): void
}

export async function startWecom({ port = 0 } = {}): Promise<WecomStandIn> {
  const departments = new Map<number, Department>()
  const students = new Map<string, Student>()
  const parents = new Map<string, Parent>()
  const contacts = new Map<string, Contact>()
  const secrets = new Set<string>()
  const sent: Record<string, unknown>[] = []
  const noParties = new Set<number>()
  const noUsers = new Set<string>()
  const lately = new Map<string, string>()
  const tokens = new Map<string, string>()
  let given = 0
  let listed: { key: string; all: { one: Contact; userid: string }[] } = { key: '', all: [] }

  function token({ query }: Asked): object {
    const secret = query['corpsecret'] ?? ''
    if (!query['corpid']?.startsWith('ww')) throw new Refusal(40_013, 'invalid corpid')
    if (!secrets.has(secret)) throw new Refusal(40_001, 'invalid credential')
    const known = tokens.get(secret)
    if (!known) given += 1
    const value = known ?? `token-${given}-${secret}`
    tokens.set(secret, value)
    return { errcode: 0, errmsg: 'ok', access_token: value, expires_in: 7200 }
  }

  function before({ path, query }: Asked): void {
    if (path === '/cgi-bin/gettoken') return
    if (![...tokens.values()].includes(query['access_token'] ?? '')) throw new Refusal(40_014, 'invalid access_token')
  }

  function checkDepartment(row: Department): void {
    if (row.name.length > 32 || /[\\:*?"<>|]/.test(row.name)) throw new Refusal(60_009, 'invalid name')
    if (!departments.has(row.parentid)) throw new Refusal(60_004, 'no parent')
    if (row.type === CLASS && departments.get(row.parentid)?.type !== GRADE)
      throw new Refusal(40_058, 'class below grade')
    for (const { type, subject = '' } of row.department_admins ?? []) {
      if (PLACE[type] !== row.type || subject.length > 15) throw new Refusal(40_058, 'invalid admin')
    }
  }

  function createDepartment({ body }: Asked): object {
    const row = body as unknown as Department
    const id = row.id ?? Math.max(1, ...departments.keys()) + 1
    if (departments.has(id)) throw new Refusal(60_008, 'department existed')
    checkDepartment(row)
    departments.set(id, { ...row, id })
    return { errcode: 0, errmsg: 'created', id }
  }

  function updateDepartment({ body }: Asked): object {
    const { department_admins: changes, ...row } = body as unknown as Department & {
      department_admins?: (Admin & { op: number })[]
    }
    const known = departments.get(row.id)
    if (!known) throw new Refusal(60_003, 'no department')
    const admins = new Map((known.department_admins ?? []).map((one) => [`${one.userid}/${one.type}`, one]))
    for (const { op, ...one } of changes ?? []) {
      if (op === 1) admins.delete(`${one.userid}/${one.type}`)
      else admins.set(`${one.userid}/${one.type}`, one)
    }
    const next = { ...known, ...row, department_admins: [...admins.values()] }
    if (known.parentid !== 0) checkDepartment(next)
    departments.set(row.id, next)
    return { errcode: 0, errmsg: 'updated' }
  }

  function checkStudent(row: Student): void {
    if (!/^[A-Za-z0-9][\w.@-]{0,63}$/.test(row.student_userid)) throw new Refusal(40_058, 'invalid userid')
    if (row.department.length > MOST.classes) throw new Refusal(40_058, 'too many departments')
    if (row.department.some((id) => departments.get(id)?.type !== CLASS)) throw new Refusal(60_003, 'no class')
  }

  function checkParent(row: Parent): void {
    if (row.children.length > MOST.children) throw new Refusal(40_058, 'too many children')
    if (row.children.some((child) => !students.has(child.student_userid))) throw new Refusal(60_111, 'no student')
    if (row.mobile !== undefined && !/^1\d{10}$/.test(row.mobile)) throw new Refusal(60_103, 'invalid mobile')
  }

  /** One verdict per row; the whole says 1 as soon as one of them failed. */
  function batch<T extends object>(rows: T[], id: keyof T & string, work: (row: T) => void): object {
    if (rows.length > MOST.batch) throw new Refusal(40_032, 'too many')
    const results = rows.map((row) => {
      try {
        work(row)
        return { [id]: row[id], errcode: 0, errmsg: 'ok' }
      } catch (error) {
        if (error instanceof Refusal) return { [id]: row[id], errcode: error.errcode, errmsg: error.message }
        throw error
      }
    })
    const hasFailed = results.some((one) => one['errcode'] !== 0)
    return { errcode: hasFailed ? 1 : 0, errmsg: hasFailed ? 'partly' : 'ok', result_list: results }
  }

  function keepStudent(isNew: boolean): (row: Student) => void {
    return (row) => {
      const known = students.get(row.student_userid)
      if (isNew && known) throw new Refusal(60_102, 'userid existed')
      if (!isNew && !known) throw new Refusal(60_111, 'no student')
      const next = { ...known, ...row }
      checkStudent(next)
      students.set(row.student_userid, next)
    }
  }

  function keepParent(isNew: boolean): (row: Parent) => void {
    return (row) => {
      const known = parents.get(row.parent_userid)
      if (isNew && known) throw new Refusal(60_102, 'userid existed')
      if (!isNew && !known) throw new Refusal(60_111, 'no parent')
      // An empty list of children is passed over.
      const next = { ...known, ...row, children: row.children?.length ? row.children : (known?.children ?? []) }
      checkParent(next)
      parents.set(row.parent_userid, next)
    }
  }

  function deleteDepartment({ query }: Asked): object {
    const id = Number(query['id'])
    if (!departments.has(id)) throw new Refusal(60_003, 'no department')
    if (id === 1) throw new Refusal(60_007, 'root')
    if ([...departments.values()].some(({ parentid }) => parentid === id)) throw new Refusal(60_006, 'has children')
    if ([...students.values()].some(({ department }) => department.includes(id))) throw new Refusal(60_005, 'has users')
    departments.delete(id)
    return { errcode: 0, errmsg: 'deleted' }
  }

  /** Whoever is named goes; a student also from the lists of the parents. */
  function deleteOf(all: Map<string, unknown>): (row: { id: string }) => void {
    return ({ id }) => {
      if (!all.delete(id)) throw new Refusal(60_111, 'no user')
      for (const one of parents.values()) one.children = one.children.filter((child) => child.student_userid !== id)
    }
  }

  function batchDelete({ body }: Asked, name: string, all: Map<string, unknown>): object {
    const ids = body['useridlist'] as string[]
    const { result_list: list, ...rest } = batch(
      ids.map((id) => ({ id })),
      'id',
      deleteOf(all),
    ) as { result_list: { id: string }[] }
    return { ...rest, result_list: list.map(({ id, ...verdict }) => ({ ...verdict, [name]: id })) }
  }

  function contactsOf(ids: ReadonlySet<string>): { one: Contact; userid: string }[] {
    return [...contacts.values()].flatMap((one) =>
      one.of.filter((userid) => ids.has(userid)).map((userid) => ({ one, userid })),
    )
  }

  function contactPage({ body }: Asked): object {
    const { userid_list: ids, cursor, limit } = body as { userid_list: string[]; cursor: string; limit: number }
    if (ids.length > MOST.batch || limit > MOST.contacts) throw new Refusal(40_032, 'too many')
    // Page after page is of the same members.
    const key = `${contacts.size} ${ids.join()}`
    if (listed.key !== key) listed = { key, all: contactsOf(new Set(ids)) }
    const { all } = listed
    if (all.length === 0) throw new Refusal(84_061, 'no relation')
    const from = Number(cursor || 0)
    const page = all.slice(from, from + limit).map(({ one: { of: _of, ...contact }, userid }) => ({
      external_contact: contact,
      follow_info: { userid, remark: contact.name, createtime: 1_700_000_000, remark_mobiles: ['13800000000'] },
    }))
    const next = from + limit < all.length ? String(from + limit) : ''
    return { errcode: 0, errmsg: 'ok', external_contact_list: page, next_cursor: next }
  }

  /** Sends what it sent lately once. */
  function deliver(body: Record<string, unknown>): string {
    const key = JSON.stringify(body)
    const known = body['enable_duplicate_check'] === 1 ? lately.get(key) : undefined
    if (known !== undefined) return known
    sent.push(body)
    const msgid = `msg-${sent.length}`
    lately.set(key, msgid)
    return msgid
  }

  function checkMessage(body: Record<string, unknown>, parties: string[]): string[] {
    if (parties.length > MOST.parties) throw new Refusal(40_031, 'too many parties')
    const text = (body['text'] as { content?: string } | undefined)?.content ?? ''
    if (Buffer.byteLength(text) > MOST.textBytes) throw new Refusal(40_035, 'text too long')
    const articles = (body['news'] as { articles?: unknown[] } | undefined)?.articles ?? []
    if (articles.length > MOST.articles) throw new Refusal(40_035, 'too many articles')
    if (!body['agentid']) throw new Refusal(40_056, 'invalid agentid')
    const invalid = parties.filter((id) => noParties.has(Number(id)))
    if (parties.length > 0 && invalid.length === parties.length) throw new Refusal(81_013, 'all invalid')
    return invalid
  }

  function sendMessage({ body }: Asked): object {
    const namesOf = (field: string) =>
      String(body[field] ?? '')
        .split('|')
        .filter(Boolean)
    const [parties, users] = [namesOf('toparty'), namesOf('touser')]
    const invalid = checkMessage(body, parties)
    const unknown = checkUsers(users)
    const card = body['textcard'] as { title: string; description: string } | undefined
    if (card) checkCard(card)
    return {
      errcode: 0,
      errmsg: 'ok',
      msgid: deliver(body),
      invalidparty: invalid.join('|'),
      invaliduser: unknown.join('|'),
    }
  }

  /** Those who do not exist are told, in small letters; nobody left is a refusal. */
  function checkUsers(users: string[]): string[] {
    if (users.length > MOST.users) throw new Refusal(40_031, 'too many users')
    const unknown = users.filter((id) => noUsers.has(id))
    if (users.length > 0 && unknown.length === users.length) throw new Refusal(81_013, 'all invalid')
    return unknown.map((id) => id.toLowerCase())
  }

  function checkCard({ title, description }: { title: string; description: string }): void {
    const isLong = Buffer.byteLength(title) > MOST.titleBytes || Buffer.byteLength(description) > MOST.descriptionBytes
    if (isLong) throw new Refusal(40_058, 'card too long')
  }

  function sendNotice({ body }: Asked): object {
    if (!['text', 'news'].includes(String(body['msgtype']))) throw new Refusal(40_058, 'invalid msgtype')
    if (![0, 1, 2].includes(Number(body['recv_scope']))) throw new Refusal(40_058, 'invalid recv_scope')
    const invalid = checkMessage(body, body['to_party'] as string[])
    return { errcode: 0, errmsg: 'ok', msgid: deliver(body), invalid_party: invalid }
  }

  function person({ query }: Asked): object {
    const id = query['userid'] ?? ''
    const [student, parent] = [students.get(id), parents.get(id)]
    if (student) return { errcode: 0, errmsg: 'ok', user_type: 1, student }
    if (parent) return { errcode: 0, errmsg: 'ok', user_type: 2, parent }
    throw new Refusal(60_111, 'no user')
  }

  const inClass = ({ query }: Asked) => Number(query['department_id'])
  const ok = (more: object) => ({ errcode: 0, errmsg: 'ok', ...more })
  const rowsOf = <T>({ body }: Asked, name: string) => body[name] as T[]

  const stand = await startStandIn(
    {
      'GET /cgi-bin/gettoken': token,
      'GET /cgi-bin/school/department/list': () => ok({ departments: [...departments.values()] }),
      'GET /cgi-bin/department/list': () =>
        ok({ department: [...departments.values()].map(({ type: _type, department_admins: _admins, ...row }) => row) }),
      'POST /cgi-bin/school/department/create': createDepartment,
      'POST /cgi-bin/school/department/update': updateDepartment,
      'GET /cgi-bin/school/department/delete': deleteDepartment,
      'GET /cgi-bin/department/delete': deleteDepartment,
      'POST /cgi-bin/school/user/batch_delete_student': (asked) => batchDelete(asked, 'student_userid', students),
      'POST /cgi-bin/school/user/batch_delete_parent': (asked) => batchDelete(asked, 'parent_userid', parents),
      'POST /cgi-bin/department/create': createDepartment,
      'POST /cgi-bin/department/update': updateDepartment,
      'GET /cgi-bin/school/user/list': (asked) =>
        ok({ students: [...students.values()].filter((one) => one.department.includes(inClass(asked))) }),
      'GET /cgi-bin/school/user/list_parent': (asked) =>
        ok({
          parents: [...parents.values()].filter((one) =>
            one.children.some((child) => students.get(child.student_userid)?.department.includes(inClass(asked))),
          ),
        }),
      'GET /cgi-bin/school/user/get': person,
      'POST /cgi-bin/school/user/batch_create_student': (asked) =>
        batch(rowsOf<Student>(asked, 'students'), 'student_userid', keepStudent(true)),
      'POST /cgi-bin/school/user/batch_update_student': (asked) =>
        batch(rowsOf<Student>(asked, 'students'), 'student_userid', keepStudent(false)),
      'POST /cgi-bin/school/user/batch_create_parent': (asked) =>
        batch(rowsOf<Parent>(asked, 'parents'), 'parent_userid', keepParent(true)),
      'POST /cgi-bin/school/user/batch_update_parent': (asked) =>
        batch(rowsOf<Parent>(asked, 'parents'), 'parent_userid', keepParent(false)),
      'GET /cgi-bin/externalcontact/get_follow_user_list': () =>
        ok({ follow_user: [...new Set([...contacts.values()].flatMap(({ of }) => of))] }),
      'POST /cgi-bin/externalcontact/batch/get_by_user': contactPage,
      'GET /cgi-bin/externalcontact/get': ({ query }) => {
        const found = contacts.get(query['external_userid'] ?? '')
        if (!found) throw new Refusal(84_061, 'no relation')
        const { of, ...contact } = found
        return ok({ external_contact: contact, follow_user: of.map((userid) => ({ userid })), next_cursor: '' })
      },
      'POST /cgi-bin/message/send': sendMessage,
      'POST /cgi-bin/externalcontact/message/send': sendNotice,
    },
    { port, before },
  )
  return {
    ...stand,
    secrets,
    departments,
    students,
    parents,
    contacts,
    sent,
    noParties,
    noUsers,
    given: () => given,
    revoke: () => tokens.clear(),
  }
}
