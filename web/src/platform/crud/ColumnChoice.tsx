import { HolderOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, arrayMove, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { Button, Checkbox, Segmented } from 'antd'
import { useEffect, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { columnTitle } from './fields/wording.ts'
import type { NamedField } from './row.ts'
import type { ColumnMemory, Density } from './use-column-memory.ts'

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'compact', label: '紧凑' },
  { value: 'middle', label: '适中' },
  { value: 'loose', label: '宽松' },
]

/** Which columns are shown, in which order, how dense. It takes the focus and gives it back. */
export function ColumnChoice({ memory }: { memory: ColumnMemory }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useFocusReturn()
  useEffect(() => {
    box.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const names = memory.arranged.map(([name]) => name)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function drop({ active, over }: DragEndEvent): void {
    if (!over || active.id === over.id) return
    memory.change({ order: arrayMove(names, names.indexOf(String(active.id)), names.indexOf(String(over.id))) })
  }

  return (
    <div className="crud-settings" ref={box}>
      <Segmented
        block
        size="small"
        value={memory.choice.density}
        options={DENSITIES.map((one) => ({ ...one, label: t(one.label) }))}
        onChange={(density) => memory.change({ density })}
      />
      <DndContext sensors={sensors} onDragEnd={drop}>
        <SortableContext items={names}>
          <ul>
            {memory.arranged.map((named) => (
              <ColumnLine key={named[0]} named={named} memory={memory} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <Button type="link" size="small" onClick={memory.reset}>
        {t('恢复默认')}
      </Button>
    </div>
  )
}

function ColumnLine({ named: [name, field], memory }: { named: NamedField; memory: ColumnMemory }) {
  const t = useT()
  const { setNodeRef, attributes, listeners, transform, transition } = useSortable({ id: name })
  const { hidden } = memory.choice
  const isShown = !hidden.includes(name)
  const isLast = isShown && memory.shown.length === 1

  function toggle(next: boolean): void {
    memory.change({ hidden: next ? hidden.filter((one) => one !== name) : [...hidden, name] })
  }

  return (
    <li ref={setNodeRef} style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}>
      <span className="crud-settings-grip" {...attributes} {...listeners} aria-label={t('移动')}>
        <HolderOutlined />
      </span>
      <Checkbox checked={isShown} disabled={isLast} onChange={(event) => toggle(event.target.checked)}>
        {columnTitle(t, field)}
      </Checkbox>
    </li>
  )
}
