import { collectRecord } from '@xueheng/contract/domains/mall/collect-record.ts'
import { studentAssess } from '@xueheng/contract/domains/mall/student-assess.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { WorkDialog } from './WorkDialog.tsx'
import { COLLECT_CELLS } from './collect-cells.tsx'
import './mall.css'

/** 征集结果: the works an activity has collected, to look at and to judge; beside them the reading assessments. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const part = search.get('part') ?? 'works'
  const parts = [
    { key: 'works', label: t('征集作品') },
    ...(can('studentassess_view') ? [{ key: 'assess', label: t('学生测评') }] : []),
  ]
  return (
    <PageFrame isFilled title={t('征集结果')}>
      <div className="mall-parts">
        <Tabs
          className="mall-tabs"
          activeKey={part}
          items={parts}
          onChange={(next) => setSearch({ part: next === 'works' ? undefined : next })}
        />
        {part === 'assess' ? <CrudPage entity={studentAssess} prefix="a." /> : <Works />}
      </div>
    </PageFrame>
  )
}

function Works() {
  const [opened, open] = useState<CrudRow>()
  return (
    <CrudPage entity={collectRecord}>
      <ListToolbar />
      <ListRows cells={COLLECT_CELLS} actions={[{ code: 'collectrecord_edit', label: '评审', run: open }]} />
      {opened && <WorkDialog id={opened.id} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}
