import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { TreeListPage, useTreeChoice } from '../../platform/crud/TreeListPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { InitClasses } from './InitClasses.tsx'
import { SchoolTree, useSchoolTree } from './SchoolTree.tsx'

/** 班级管理: the schools on the left, the classes of the chosen one on the right. The choice is in the address. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [isInitOpen, setInitOpen] = useState(false)
  const [unit, choose] = useTreeChoice('unit')
  const school = useSchoolTree().schools.find((one) => one.value === unit)
  return (
    <TreeListPage
      title={school ? `${t('班级管理')} · ${school.title}` : t('班级管理')}
      treeTitle={t('学校')}
      tree={<SchoolTree value={unit} onChange={choose} />}
      chosen={unit}
    >
      <CrudPage
        key={unit ?? ''}
        entity={schoolClasses}
        where={conditionOf(unit)}
        defaults={school && { schoolCode: school.value }}
      >
        <ListToolbar>
          {can('schoolclasses_add') && <Button onClick={() => setInitOpen(true)}>{t('初始化班级')}</Button>}
        </ListToolbar>
        <ListRows />
        {isInitOpen && <InitClasses schoolCode={school?.value} onClose={() => setInitOpen(false)} />}
      </CrudPage>
    </TreeListPage>
  )
}

/** A node of the tree is an area (by its key) or a school (by its 18-character code). */
function conditionOf(unit: string | undefined): Record<string, string> {
  if (!unit) return {}
  return unit.length === SCHOOL_CODE_LENGTH ? { schoolCode_equal: unit } : { areaCode_equal: unit }
}

const SCHOOL_CODE_LENGTH = 18
