// An instrument search with tags: each chosen company becomes one bubble. Source: docs/rules/interface.md, "Tags".
import { BubbleTag, type BubbleColor } from './bubble-tag.tsx'
import { CompanySearch, type Company, type CompanySearchProps } from './company-search.tsx'
import classes from './instrument-tags.module.css'

export interface InstrumentTagsProps extends Pick<CompanySearchProps, 'search' | 'label' | 'placeholder'> {
  readonly chosen: readonly Company[]
  readonly onChange: (chosen: readonly Company[]) => void
  /** Colours of the lines, in the order of the tags. */
  readonly colors?: readonly BubbleColor[]
}

export function InstrumentTags({ chosen, onChange, colors = [], ...search }: InstrumentTagsProps) {
  return (
    <div className={classes['place']}>
      <div className={classes['search']}>
        <CompanySearch {...search} onChoose={(company) => onChange(addCompany(chosen, company))} />
      </div>
      {chosen.map((company, index) => (
        <BubbleTag
          key={company.id}
          title={company.code}
          color={colors[index] ?? 'neutral'}
          size="medium"
          showCloseButton
          onClose={() => onChange(chosen.filter((other) => other.id !== company.id))}
        />
      ))}
    </div>
  )
}

/** Adds a company unless the list already contains its id. */
export function addCompany(chosen: readonly Company[], company: Company): readonly Company[] {
  return chosen.some((other) => other.id === company.id) ? chosen : [...chosen, company]
}
