// Function words by language, folded. The list is short: words that are content words in another of these languages are missing, because the
// language of a title is unknown.
/* cspell:disable */
const STOP_WORDS = new Set(
  [
    // English
    'a about after all also am an and any are as at be been before being but by can could did do does doing for from had has have having he her here him his how i if in into is it its just me my no nor not of off on once only or other our out over own please she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your',
    // German
    'aber als am auch auf aus bei beim bin bis da damit das dass dem den der des dich die dies diese dieser dieses doch du durch ein eine einem einen einer eines er es fur gegen haben hat ich ihr im in ist ja kann kein keine mehr mein mich mir mit nach nicht noch nur oder ohne sein sich sie sind so uber um und uns unter vom von vor wenn werden wie wir wird zu zum zur',
    // French
    'au aux avec ce ces cette comme dans de des du elle en est et etre il ils je la le les leur lui mais mes mon ne nos notre nous on ou par pas plus pour que qui sa sans se ses son sont sur tous tout tres un une vos votre vous',
    // Spanish, Portuguese, Italian
    'al algo como con cuando de del desde el ella en entre es esta este esto la las lo los mas mi muy no nos o para pero por que se sin sobre su sus te tu un una y ya ao aos com da das do dos em essa esse isso mas na nas nao no num numa os ou pela pelo sao seu sua um uma alla allo anche che chi ci col coi dal dalla degli dei del della delle di e gli ho il io ma nei nel nella non per piu quando questa questo si sono sul sulla tra',
    // Dutch
    'aan als bij dat de deze die dit door een en er het hoe ik in is je kan maar met mijn naar niet nog of om onder ook op over te tot uit van voor waar wat we wel wordt ze zijn zo',
    // Turkish, Azerbaijani
    'ama bir bu da de en gibi her icin ile ise ki mi mu ne o ve veya ya',
    // Polish, Czech
    'a aby ale byc co czy dla do i jak jest juz lub ma na nie o od po pod przez przy sie ta tak te ten to w we z za ze',
    // Russian, Ukrainian
    'а без бы был в во все вы где да для до его ее если и из или их к как когда кто ли мне мы на не него но о об он она они от по при с со так то только у уже что чтобы это я',
  ].flatMap((words) => words.split(' ')),
);
/* cspell:enable */

/** Removes function words, such as “from” and “the”, unless there are no other words. */
export function removeStopWords(words: string[]): string[] {
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return content.length ? content : words;
}
