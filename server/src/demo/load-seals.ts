import { permitStates, sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { sealMould } from '@xueheng/contract/domains/seal/seal-mould.ts'
import { ukeyInfo } from '@xueheng/contract/domains/seal/ukey-info.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import { loadCertificates } from './load-certificates.ts'
import type { School } from './model.ts'

const { draft, waiting, toMake } = permitStates.states
const UKEY_ISSUED = 1

/** Whose seal is applied for, what it is called, and how far the application has come. */
const PERMITS = [
  { school: 0, title: '公章', state: waiting },
  { school: 0, title: '教务专用章', state: toMake },
  { school: 0, title: '教务处旧章', state: toMake },
  { school: 1, title: '公章', state: toMake },
  { school: 2, title: '公章', state: draft },
  // The last one stays: it waits for whoever tries to make a seal.
  { school: 1, title: '教务专用章', state: toMake },
]

/** Applications for the seals of the first schools, in each state before the making, and the keys of those schools with their certificates. */
export async function loadSeals(target: Target, schools: School[]): Promise<void> {
  const first = schools.slice(0, 3)
  const ukeys = first.map(ukeyRow)
  await insertRows(target, ukeyInfo, ukeys)
  await loadCertificates(
    target,
    first,
    ukeys.map((row) => String(row['id'])),
    new Date(),
  )
  const moulds = first.map(mouldRow)
  await insertRows(target, sealMould, moulds)
  const permits = PERMITS.flatMap(({ school: no, title, state }, i): DemoRow[] => {
    const school = first[no]
    return school ? [permitRow(school, i, String(moulds[no]?.['id']), { title, state: state.value })] : []
  })
  await insertRows(target, sealPermit, permits)
}

function ukeyRow(school: School, i: number): DemoRow {
  return entityRow({
    ukey_sn: `UK2026${String(i + 1).padStart(4, '0')}`,
    label: `${school.shortName}公章钥匙`,
    holder_name: `${school.shortName}办公室`,
    area_code: school.area.code,
    dept_uscc: school.code,
    ukey_status: UKEY_ISSUED,
  })
}

function mouldRow(school: School): DemoRow {
  return entityRow({
    mould_name: `${school.shortName}公章印模`,
    mould_type: 1,
    area_code: school.area.code,
    dept_uscc: school.code,
    shape: 1,
    width_mm: 42,
    height_mm: 42,
    border_mm: 1.2,
    has_star: 1,
    seal_text: school.name,
    is_enabled: 1,
  })
}

function permitRow(
  school: School,
  i: number,
  mouldId: string,
  { title, state }: { title: string; state: number },
): DemoRow {
  return entityRow({
    mould_id: mouldId,
    permit_no: `SQ2026${String(i + 1).padStart(4, '0')}`,
    apply_type: 1,
    seal_name: `${school.name}${title}`,
    seal_type: 1,
    unit_name: school.name,
    area_code: school.area.code,
    dept_uscc: school.code,
    applicant_name: '学校教务处',
    reason: '报送成绩分析报告用章',
    permit_status: state,
  })
}
