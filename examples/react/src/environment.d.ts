interface ImportMetaEnv {
  readonly VITE_EARSHOT_URL: string;
  readonly VITE_EARSHOT_KEY: string;
}
