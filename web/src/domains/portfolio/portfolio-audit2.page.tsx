import { audit2, audit2List } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { AuditDesk } from './audit/AuditDesk.tsx'

/** 档案二审: the bureau has the last word, and may take it back. */
export function Page() {
  return <AuditDesk title="档案二审" list={audit2List} decide={audit2} waiting="waitBureau" />
}
