import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { ChoicePicker } from './ChoicePicker.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import { type AssigneeWay, type People, STARTER, fieldNamed, listIn, wayOf } from './assignee-ways.ts'
import type { DrawnElement, PropertyProps } from './modeler-desk.ts'
import { PropertyItem, TextProperty } from './plain-properties.tsx'

const WAYS: Record<AssigneeWay, string> = {
  candidates: '候选人签收后办理',
  user: '指定人员',
  field: '表单里选择的人员',
  starter: '发起人',
  adjust: '发起人修改申请',
  expression: '表达式',
}

/** Who takes a step: picked by name, never written as an id. */
export function AssigneeProperty({ desk, element }: PropertyProps) {
  const t = useT()
  const id = useId()
  const [chosen, choose] = useState<{ of: DrawnElement['id']; way: AssigneeWay }>()
  const people = peopleAt({ desk, element })
  const fields = desk.allFields().filter(({ kind }) => kind === 'people')
  const found = wayOf(people, fields)
  const way = chosen?.of === element.id ? chosen.way : found

  /** A form of an imported process stays; the form of changing a request goes with its way. */
  const kept = people.formKey === ADJUST_FORM ? '' : people.formKey

  function write({ assignee = '', users = [], groups = [], formKey = kept }: Partial<Written>): void {
    desk.write(element, {
      'flowable:assignee': assignee,
      'flowable:candidateUsers': users.join(),
      'flowable:candidateGroups': groups.join(),
      'flowable:formKey': formKey,
    })
  }
  function change(next: AssigneeWay): void {
    choose({ of: element.id, way: next })
    if (next === 'starter' || next === 'adjust')
      write({ assignee: STARTER, ...(next === 'adjust' && { formKey: ADJUST_FORM }) })
    else if (next !== 'expression' && next !== found) write({})
  }
  return (
    <>
      <PropertyItem id={id} label="办理人">
        <Select<AssigneeWay>
          id={id}
          value={way}
          onChange={change}
          options={Object.entries(WAYS).map(([value, label]) => ({ value: value as AssigneeWay, label: t(label) }))}
        />
      </PropertyItem>
      <WayFields {...{ desk, element, way, people, fields, write }} />
    </>
  )
}

interface Written {
  assignee: string
  users: string[]
  groups: string[]
  formKey: string
}

function peopleAt({ desk, element }: PropertyProps): People {
  return {
    assignee: desk.read(element, 'flowable:assignee'),
    users: desk.read(element, 'flowable:candidateUsers'),
    groups: desk.read(element, 'flowable:candidateGroups'),
    formKey: desk.read(element, 'flowable:formKey'),
  }
}

interface WayFieldsProps extends PropertyProps {
  way: AssigneeWay
  people: People
  fields: { id: string; name: string }[]
  write: (people: Partial<Written>) => void
}

function WayFields({ way, ...of }: WayFieldsProps) {
  switch (way) {
    case 'user':
      return <OnePerson {...of} />
    case 'field':
      return <NamedByField {...of} />
    case 'candidates':
      return <Candidates {...of} />
    case 'expression':
      return <Expressions {...of} />
    default:
      return null
  }
}

function OnePerson({ people, write }: Pick<WayFieldsProps, 'people' | 'write'>) {
  const id = useId()
  const value = listIn(people.assignee)
  return (
    <PropertyItem id={id} label="人员">
      <ChoicePicker id={id} kind="people" value={value} onChange={([assignee = '']) => write({ assignee })} />
    </PropertyItem>
  )
}

function NamedByField({ people, fields, write }: Pick<WayFieldsProps, 'people' | 'fields' | 'write'>) {
  const t = useT()
  const id = useId()
  return (
    <PropertyItem id={id} label="表单字段" help="在开始事件的表单里添加人员字段">
      <Select
        id={id}
        value={fieldNamed(people.assignee) ?? null}
        options={fields.map((field) => ({ value: field.id, label: t(field.name) }))}
        onChange={(next: string) => write({ assignee: `\${${next}}` })}
      />
    </PropertyItem>
  )
}

function Candidates({ people, write }: Pick<WayFieldsProps, 'people' | 'write'>) {
  const id = useId()
  const [ofUsers, ofGroups] = [`${id}u`, `${id}g`]
  const [users, groups] = [listIn(people.users), listIn(people.groups)]
  return (
    <>
      <PropertyItem id={ofUsers} label="候选人">
        <ChoicePicker
          id={ofUsers}
          kind="people"
          isMultiple
          value={users}
          onChange={(next) => write({ users: next, groups })}
        />
      </PropertyItem>
      <PropertyItem id={ofGroups} label="候选角色、部门、岗位">
        <GroupPicker id={ofGroups} value={groups} onChange={(next) => write({ users, groups: next })} />
      </PropertyItem>
    </>
  )
}

function Expressions(of: PropertyProps) {
  return (
    <>
      <TextProperty {...of} name="flowable:assignee" label="办理人表达式" help="如 ${taskUser}、${createUser}" />
      <TextProperty {...of} name="flowable:candidateUsers" label="候选人表达式" />
      <TextProperty {...of} name="flowable:candidateGroups" label="候选组表达式" />
    </>
  )
}
