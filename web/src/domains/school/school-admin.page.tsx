import { ApartmentOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { usePhone } from '../../platform/crud/use-phone.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { SchoolAdmins } from './SchoolAdmins.tsx'
import { SchoolTree, useSchoolTree } from './SchoolTree.tsx'
import './school-classes.css'
import './units.css'

/** 学校管理员: the schools on the left, the administrators of the chosen one on the right. Who has one school sees it at once. */
export function Page() {
  const t = useT()
  const isPhone = usePhone()
  const [search, setSearch] = useTabSearch()
  const [isTreeOpen, setTreeOpen] = useState(false)
  const { schools } = useSchoolTree()
  const chosen = search.get('school') ?? (schools.length === 1 ? schools[0]?.value : undefined)
  const school = schools.find((one) => one.value === chosen)

  const tree = (
    <SchoolTree
      value={school?.value}
      onChange={(next) => {
        setSearch({ school: next })
        setTreeOpen(false)
      }}
    />
  )
  const open = (
    <Button icon={<ApartmentOutlined />} onClick={() => setTreeOpen(true)}>
      {t('学校')}
    </Button>
  )
  return (
    <PageFrame
      isFilled
      title={school ? `${t('学校管理员')} · ${school.title}` : t('学校管理员')}
      extra={isPhone && open}
    >
      <div className="classes">
        {isPhone ? (
          <Drawer title={t('学校')} placement="left" open={isTreeOpen} onClose={() => setTreeOpen(false)}>
            {tree}
          </Drawer>
        ) : (
          <aside className="classes-tree" aria-label={t('学校')}>
            {tree}
          </aside>
        )}
        {school ? (
          <SchoolAdmins key={school.value} schoolCode={school.value} />
        ) : (
          <Empty title={t('请选择学校')} hint={t('选择后显示该学校的管理员')} />
        )}
      </div>
    </PageFrame>
  )
}
