import { expect, test } from 'vitest'
import {
  adminItems,
  contactAnswer,
  contactItem,
  contactsAnswer,
  departmentsAnswer,
  deptItem,
  followersAnswer,
  parentItems,
  parentsAnswer,
  studentItem,
  studentsAnswer,
} from './item.ts'
import { differences } from './mirror.ts'

const departmentOf = (row: object) => {
  const [found] = departmentsAnswer.parse({ departments: [{ id: 3, ...row }] })
  if (!found) throw new Error('no department')
  return found
}

test('a department is read as it is told, and by what it lacks', () => {
  const told = {
    name: '七年级',
    parentid: 2,
    type: 2,
    register_year: 2026,
    standard_grade: 7,
    order: 9_000_000_000,
    is_graduated: 1,
    open_group_chat: 1,
    group_chat_id: 'g',
  }
  expect(deptItem(departmentOf(told))).toEqual({
    key: '3',
    values: {
      deptName: '七年级',
      parent: 2,
      deptType: 2,
      registerYear: 2026,
      standardGrade: 7,
      sort: 2_147_483_647,
      isGraduated: 1,
      openGroupChat: 1,
      groupChatId: 'g',
    },
  })
  expect(deptItem(departmentOf({ register_year: 0, standard_grade: 0, group_chat_id: '' })).values).toEqual({
    deptName: '',
    parent: 0,
    deptType: 0,
    registerYear: null,
    standardGrade: null,
    sort: 0,
    isGraduated: 0,
    openGroupChat: 0,
    groupChatId: null,
  })
})

test('departments come under one name or the other, or not at all', () => {
  const ids = (answer: object) => departmentsAnswer.parse(answer).map(({ id }) => id)
  expect(ids({ departments: [{ id: 1 }], department: [{ id: 2 }] })).toEqual([1])
  expect(ids({ department: [{ id: 2 }] })).toEqual([2])
  expect(ids({})).toEqual([])
  expect([studentsAnswer.parse({}), parentsAnswer.parse({}), followersAnswer.parse({})]).toEqual([[], [], []])
  expect(contactsAnswer.parse({})).toEqual({ contacts: [], next: '' })
})

test('a department is looked after by its administrators and its leaders', () => {
  const row = departmentOf({
    department_admins: [{ userid: 'Wang', type: 3, subject: '语文' }, { userid: 'Li' }],
    department_leader: ['Zhao'],
  })
  expect(adminItems(row)).toEqual([
    { key: '3/wang/3', values: { department: 3, userId: 'Wang', adminType: 3, subject: '语文' } },
    { key: '3/li/0', values: { department: 3, userId: 'Li', adminType: 0, subject: null } },
    { key: '3/zhao/0', values: { department: 3, userId: 'Zhao', adminType: 0, subject: null } },
  ])
  expect(adminItems(departmentOf({}))).toEqual([])
})

test('a student has classes in order, and a telephone where one is told', () => {
  const [full, bare] = studentsAnswer.parse({
    students: [{ student_userid: 'S1', name: '张一', department: [10, 9], mobile: '138' }, { student_userid: 'S2' }],
  })
  if (!full || !bare) throw new Error('no students')
  expect(studentItem(full)).toEqual({
    key: 's1',
    values: { studentUserid: 'S1', name: '张一', departments: [9, 10], mobile: '138' },
  })
  expect(studentItem(bare).values).toEqual({ studentUserid: 'S2', name: '', departments: [] })
})

test('a parent is one row with each child', () => {
  const [parent, alone] = parentsAnswer.parse({
    parents: [
      {
        parent_userid: 'P1',
        mobile: '139',
        is_subscribe: 1,
        external_userid: 'wm1',
        children: [{ student_userid: 'S1', relation: '爸'.repeat(11) }, { student_userid: 'S2' }],
      },
      { parent_userid: 'P2' },
    ],
  })
  if (!parent || !alone) throw new Error('no parents')
  const common = { parentUserid: 'P1', mobile: '139', isSubscribe: 1, externalUserid: 'wm1' }
  expect(parentItems(parent)).toEqual([
    { key: 'p1/s1', values: { ...common, studentUserid: 'S1', relation: '爸'.repeat(10) } },
    { key: 'p1/s2', values: { ...common, studentUserid: 'S2', relation: null } },
  ])
  expect(parentItems(alone)).toEqual([])
  const [child] = parentItems({ parent_userid: 'P2', children: [{ student_userid: 'S1' }] })
  expect(child?.values).toEqual({
    parentUserid: 'P2',
    studentUserid: 'S1',
    relation: null,
    isSubscribe: 0,
    externalUserid: null,
  })
})

test('a contact is kept with those who follow it', () => {
  const { external_contact: one, follow_user: follows } = contactAnswer.parse({
    external_contact: {
      external_userid: 'WM1',
      name: '名'.repeat(129),
      avatar: 'a'.repeat(513),
      position: '职'.repeat(129),
      corp_name: '企'.repeat(129),
      corp_full_name: '全'.repeat(256),
      type: 2,
      gender: 1,
      unionid: 'U',
      is_subscribe: 1,
    },
    follow_user: [
      {
        userid: 'Wang',
        remark: 'r',
        description: 'd',
        createtime: 5,
        state: 's',
        add_way: 3,
        tags: [{ group_name: 'g', tag_name: 't', type: 2 }, {}],
      },
      { userid: 'Li' },
    ],
  })
  expect(contactItem(one, follows ?? [])).toEqual({
    key: 'wm1',
    values: {
      externalUserid: 'WM1',
      name: '名'.repeat(128),
      avatar: 'a'.repeat(512),
      position: '职'.repeat(128),
      corpName: '企'.repeat(128),
      corpFullName: '全'.repeat(255),
      contactType: 2,
      gender: 1,
      unionid: 'U',
      isSubscribe: 1,
      followUsers: [
        {
          userid: 'Wang',
          remark: 'r',
          description: 'd',
          createtime: 5,
          state: 's',
          addWay: 3,
          tags: [
            { groupName: 'g', tagName: 't', type: 2 },
            { groupName: '', tagName: '', type: 1 },
          ],
        },
        { userid: 'Li', remark: '', description: '', createtime: 0, state: '', addWay: 0, tags: [] },
      ],
    },
  })
  expect(contactItem({ external_userid: 'WM2', name: '' }, []).values).toEqual({
    externalUserid: 'WM2',
    name: 'WM2',
    avatar: null,
    position: null,
    corpName: null,
    corpFullName: null,
    contactType: 1,
    gender: 0,
    unionid: null,
    isSubscribe: 0,
    followUsers: [],
  })
})

test('two sides differ in what both of them tell, nothing and zero being the same', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const one = { a: 1, b: null, c: 0, d: { x: 1, y: [2, 3] }, e: 'e', f: [1, 2] }
  expect(differences(names, one, { a: 1, b: 0, c: null, d: { y: [2, 3], x: 1 }, f: [1, 2] })).toEqual([])
  expect(differences(names, one, { a: '1', b: '0', c: 1, d: { x: 1, y: [3, 2] }, e: 'E', f: [2, 1] })).toEqual(names)
  expect(differences(['a'], one, { a: 1, e: 'x' })).toEqual([])
})
