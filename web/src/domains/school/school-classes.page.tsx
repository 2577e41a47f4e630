import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { ApartmentOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { usePhone } from '../../platform/crud/use-phone.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { InitClasses } from './InitClasses.tsx'
import { SchoolTree, useSchoolTree } from './SchoolTree.tsx'
import './school-classes.css'

/** 班级管理: the schools on the left, the classes of the chosen one on the right. The choice is in the address. */
export function Page() {
  const t = useT()
  const isPhone = usePhone()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const [isTreeOpen, setTreeOpen] = useState(false)
  const [isInitOpen, setInitOpen] = useState(false)
  const unit = search.get('unit') ?? undefined
  const school = useSchoolTree().schools.find((one) => one.value === unit)
  const fixedFilters = useMemo(() => filterOf(unit), [unit])
  const defaults = useMemo(() => (school ? { schoolCode: school.value } : {}), [school])

  function choose(next: string | undefined): void {
    setSearch({ unit: next, current: undefined })
    setTreeOpen(false)
  }

  const tree = <SchoolTree value={unit} onChange={choose} />
  return (
    <PageFrame isFilled title={school ? `${t('班级管理')} · ${school.title}` : t('班级管理')}>
      <div className="classes">
        {isPhone ? (
          <Drawer
            title={t('学校')}
            placement="left"
            size="default"
            open={isTreeOpen}
            onClose={() => setTreeOpen(false)}
          >
            {tree}
          </Drawer>
        ) : (
          <aside className="classes-tree" aria-label={t('学校')}>
            {tree}
          </aside>
        )}
        <CrudPage
          key={unit ?? ''}
          entity={schoolClasses}
          isEmbedded
          fixedFilters={fixedFilters}
          defaults={defaults}
          toolbar={
            <>
              {isPhone && (
                <Button icon={<ApartmentOutlined />} onClick={() => setTreeOpen(true)}>
                  {t('学校')}
                </Button>
              )}
              {can('schoolclasses_add') && <Button onClick={() => setInitOpen(true)}>{t('初始化班级')}</Button>}
            </>
          }
        />
      </div>
      {isInitOpen && <InitClasses schoolCode={school?.value} onClose={() => setInitOpen(false)} />}
    </PageFrame>
  )
}

/** A node of the tree is an area (by its key) or a school (by its 18-character code). */
function filterOf(unit: string | undefined): Record<string, string> {
  if (!unit) return {}
  return unit.length === SCHOOL_CODE_LENGTH ? { schoolCode_equal: unit } : { areaCode_equal: unit }
}

const SCHOOL_CODE_LENGTH = 18
