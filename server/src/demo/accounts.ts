export const DEMO_PASSWORD = 'Demo@2026'

/** The accounts of demo mode and what each is for; the units they work in are tied when the bureau is loaded. */
export const DEMO_ACCOUNTS = [
  { account: 'admin', name: '系统管理员', role: 'administrator', title: '管理员' },
  { account: 'exam', name: '考试中心', role: 'exam', further: ['hr'], title: '考试管理员' },
  { account: 'school', name: '学校教务处', role: 'school', further: ['principal'], title: '学校管理员' },
  { account: 'teacher', name: '任课教师', role: 'teacher', title: '教师' },
]
