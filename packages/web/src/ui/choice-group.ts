// A group of choices whose keys keep their type: the menu shows text, its owner gets one of the keys it gave.
import type { ChoiceGroup } from './quiet-menu.tsx'

interface TypedGroup<Key extends string> {
  readonly title: string
  readonly choices: readonly { readonly key: Key; readonly value: string; readonly whyOff?: string | undefined }[]
  readonly chosen: NoInfer<Key>
  readonly onChoose: (key: NoInfer<Key>) => void
  readonly isUnnamed?: boolean
}

/** `choiceGroup({ title: 'Rows', choices, chosen: limit, onChoose: setLimit })` */
export const choiceGroup = <const Key extends string>({ onChoose, ...group }: TypedGroup<Key>): ChoiceGroup => ({
  ...group,
  onChoose: (key) => {
    const choice = group.choices.find((one) => one.key === key)
    if (choice !== undefined) onChoose(choice.key)
  },
})
