import type { UnknownSchool } from '@xueheng/contract/domains/exam/import.ts'
import { ref } from '@xueheng/contract/kit/field.ts'
import { TreeSelect } from 'antd'
import { useRefTree } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

const SCHOOL = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' })

interface SchoolAliasesProps {
  schools: UnknownSchool[]
  /** Text of the workbook → school code. */
  value: Record<string, string>
  onChange: (next: Record<string, string>) => void
}

/** School names nobody bears: which school is meant is asked once and remembered. */
export function SchoolAliases({ schools, value, onChange }: SchoolAliasesProps) {
  const t = useT()
  const tree = useRefTree(SCHOOL)
  return (
    <section className="imp-map" aria-label={t('未识别的学校')}>
      <header>
        <b>{t('未识别的学校')}</b>
        <span>{t('选定一次，以后自动认得')}</span>
      </header>
      <div className="imp-aliases">
        {schools.map((school) => (
          <label key={school.text}>
            <span>
              {school.text} <small>{t('{n} 行', { n: school.num })}</small>
            </span>
            <TreeSelect
              value={value[school.text]}
              treeData={tree.data ?? []}
              fieldNames={{ label: 'title', value: 'value', children: 'children' }}
              showSearch={{ treeNodeFilterProp: 'title' }}
              placeholder={t('请选择学校')}
              allowClear
              onChange={(code?: string) => onChange(without(value, school.text, code))}
            />
          </label>
        ))}
      </div>
    </section>
  )
}

function without(value: Record<string, string>, text: string, code: string | undefined): Record<string, string> {
  const { [text]: _old, ...rest } = value
  return code ? { ...rest, [text]: code } : rest
}
