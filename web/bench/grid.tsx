import { text } from '@xueheng/contract/kit/field.ts'
import { ConfigProvider } from 'antd'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { type GridRow, fieldColumn } from '../src/platform/grid/columns.ts'
import { DataGrid } from '../src/platform/grid/DataGrid.tsx'
import { useGridEdits } from '../src/platform/grid/use-grid-edits.ts'
import type { GridPlace } from '../src/platform/grid/use-grid-place.ts'
import { updateSession } from '../src/platform/session/store.ts'
import { TabKey } from '../src/platform/tabs/tab.ts'
import { paint } from '../src/platform/theme/theme.ts'
import '../src/platform/theme/tokens.css'
import '../src/platform/theme/base.css'

// What `npm run bench grid` types into: as large a sheet as somebody pastes, as the product draws it.
const ROWS = 1000
const COLUMNS = 50

const columns = Array.from({ length: COLUMNS }, (_none, i) =>
  fieldColumn(`c${i}`, text('列', { length: 20 }), `列${i}`),
)
const rows: GridRow[] = Array.from({ length: ROWS }, (_none, i) => ({
  key: `r${i}`,
  head: String(i + 1),
  cells: columns.map((_column, at) => `内容${i}-${at}`),
  marks: i % 7 === 0 ? { [i % COLUMNS]: { level: 'error' as const, text: '不在字典内' } } : undefined,
}))

function Sheet() {
  const edits = useGridEdits('bench')
  const [at, setAt] = useState<GridPlace>({ row: 0, column: 0 })
  return (
    <DataGrid
      label="表格"
      columns={columns}
      rowCount={ROWS}
      rowAt={(index) => rows[index]}
      readRows={async (from, to) => rows.slice(from, to)}
      edits={edits}
      at={at}
      onMove={setAt}
    />
  )
}

paint()
updateSession({ token: 't' })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <MemoryRouter>
        <TabKey value="/">
          <Sheet />
        </TabKey>
      </MemoryRouter>
    </ConfigProvider>,
  )
}
