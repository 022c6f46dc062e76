// An instrument search with tags: each chosen company becomes one bubble. Source: docs/rules/interface.md, "Tags".
import { BubbleTag, type BubbleColor } from './bubble-tag.tsx'
import { CompanySearch, type CompanyChoice, type CompanySearchProps } from './company-search.tsx'
import classes from './instrument-tags.module.css'

export interface InstrumentTagsProps extends Pick<CompanySearchProps, 'search' | 'label' | 'placeholder'> {
  readonly chosen: readonly CompanyChoice[]
  readonly onChange: (chosen: readonly CompanyChoice[]) => void
  /** Called when the title of a tag is clicked; its accessible name is "Graph of SPY". */
  readonly onGraph?: (company: CompanyChoice) => void
  readonly colorOf?: (company: CompanyChoice) => BubbleColor
  /** Why there is nothing to show for a company; undefined when there is. */
  readonly faultOf?: (company: CompanyChoice) => string | undefined
}

export function InstrumentTags({
  chosen,
  onChange,
  onGraph,
  colorOf = () => 'neutral',
  faultOf = () => undefined,
  ...search
}: InstrumentTagsProps) {
  return (
    <div className={classes['place']}>
      <div className={classes['search']}>
        <CompanySearch {...search} onChoose={(company) => onChange(addCompany(chosen, company))} />
      </div>
      {chosen.map((company) => (
        <BubbleTag
          key={company.id}
          title={company.code}
          color={colorOf(company)}
          fault={faultOf(company)}
          size="medium"
          showCloseButton
          onOpen={onGraph ? () => onGraph(company) : undefined}
          openLabel={`Graph of ${company.code}`}
          onClose={() => onChange(chosen.filter((other) => other.id !== company.id))}
        />
      ))}
    </div>
  )
}

/** Adds a company unless the list already contains its id. */
export function addCompany(chosen: readonly CompanyChoice[], company: CompanyChoice): readonly CompanyChoice[] {
  return chosen.some((other) => other.id === company.id) ? chosen : [...chosen, company]
}
