import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@earshot/contract/shared/languages';
import { account as texts } from '#texts/account';
import { useState } from 'react';
import { toSentence, useClient } from '../api.ts';
import { type Option, Select } from '../ui/field.tsx';
import { showProblem } from '../ui/toast.tsx';

const AUTOMATIC = 'auto';
const OPTIONS: Option<Language | typeof AUTOMATIC>[] = [
  { id: AUTOMATIC, label: texts.languageOfBrowser },
  ...LANGUAGES.map((language) => ({ id: language, label: LANGUAGE_NAMES[language] })),
];

/** Language of the dashboard for the signed-in user. The page is loaded again in a chosen language. */
export function LanguageChoice({ language }: { language: Language | null }) {
  const call = useClient();
  const [chosen, setChosen] = useState<Language | typeof AUTOMATIC>(language ?? AUTOMATIC);
  const choose = async (next: Language | typeof AUTOMATIC) => {
    setChosen(next);
    try {
      await call('PATCH /v1/auth/profile', { body: { language: next === AUTOMATIC ? null : next } });
      location.reload();
    } catch (error) {
      setChosen(chosen);
      showProblem(toSentence(error));
    }
  };
  return (
    <section className="panel">
      <h2>{texts.language}</h2>
      <Select
        label={texts.language}
        isLabelHidden
        hint={texts.languageHint}
        options={OPTIONS}
        value={chosen}
        onChange={(next) => void choose(next)}
      />
    </section>
  );
}
