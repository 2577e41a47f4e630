import { audit1, audit1List } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { AuditDesk } from './audit/AuditDesk.tsx'

/** 档案一审: the school looks first. */
export function Page() {
  return <AuditDesk title="档案一审" list={audit1List} decide={audit1} waiting="waitSchool" />
}
