import { savedReport } from '@xueheng/contract/domains/report/saved-report.ts'
import { GRAINS } from '@xueheng/contract/kit/report.ts'
import { Select } from 'antd'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import type { OwnInputs } from '../../platform/crud/FormFields.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { t as translate, useT } from '../../platform/i18n/i18n.ts'
import { useCan, useSession } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { message } from '../../platform/ui/message.ts'
import { REPORTS, findReport, menuPathOf } from './frame/report-family.ts'
import { addressOf } from './saved-view.ts'

const CELLS: OwnCells = { reportName: { width: 200, draw: (name) => titleOf(String(name)) } }
const ACTIONS: RowAction[] = [{ code: `${savedReport.permission}_view`, label: '打开报表', run: open }]
const INPUTS: OwnInputs = { reportName: ReportSelect }

/** 报表管理: own and shared ones; each opens on the screen of its report. */
export function Page() {
  const userId = useSession((session) => session.user?.userId)
  const isAdministrator = useSession((session) => session.roles.includes('administrator'))
  return (
    <CrudPage entity={savedReport} Form={Form}>
      <ListToolbar />
      <ListRows
        actions={ACTIONS}
        cells={CELLS}
        onOpen={open}
        isEditable={(row) => isAdministrator || row['createUser'] === userId}
      />
    </CrudPage>
  )
}

function Form() {
  return <ListForm inputs={INPUTS} />
}

function open(row: CrudRow): void {
  const address = addressOf(row)
  if (address) openTab(address)
  else message.warning(translate('这张报表已不在菜单中'))
}

/** 成绩排名 · 学校: several reports of one screen differ in their units. */
function titleOf(name: string): string {
  const report = findReport(name)
  return report ? `${translate(report.title)} · ${translate(GRAINS[report.grain])}` : name
}

/** The reports this user may open. */
function ReportSelect({ id, value, onChange, disabled }: InputProps) {
  const t = useT()
  const can = useCan()
  const offered = REPORTS.filter((one) => can(one.permission) && menuPathOf(one))
  return (
    <Select
      id={id}
      disabled={disabled}
      showSearch
      optionFilterProp="label"
      placeholder={t('请选择报表')}
      value={value ? String(value) : undefined}
      options={offered.map(({ name }) => ({ value: name, label: titleOf(name) }))}
      onChange={onChange}
    />
  )
}
