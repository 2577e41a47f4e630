import { useT } from '../i18n/i18n.ts'
import type { Labels } from './fields/field-view.ts'
import { viewOf } from './fields/kinds.ts'
import { columnTitle } from './fields/wording.ts'
import { PrintSheet, UPRIGHT_COLUMNS } from './PrintSheet.tsx'
import { type CrudRow, type NamedField, flatten } from './row.ts'

interface CrudPrintProps {
  title: string
  rows: CrudRow[]
  fields: NamedField[]
  labels: Record<string, Labels>
  onDone: () => void
}

/** The rows of a list on paper, in the columns the user has chosen. */
export function CrudPrint({ title, rows, fields, labels, onDone }: CrudPrintProps) {
  const t = useT()
  return (
    <PrintSheet title={title} isWide={fields.length > UPRIGHT_COLUMNS} onDone={onDone}>
      <table>
        <thead>
          <tr>
            <th>#</th>
            {fields.map(([name, field]) => (
              <th key={name}>{columnTitle(t, field)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {flatten(rows).map((row, at) => (
            <tr key={row.id}>
              <td className="is-center">{at + 1}</td>
              {fields.map(([name, field]) => (
                <td key={name} className={`is-${viewOf(field).align}`}>
                  {viewOf(field).Cell({ value: row[name], field, labels: labels[name] })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}
