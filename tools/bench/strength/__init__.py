"""How strong our engines are: games against judges, errors that judges find, speed beside theirs."""
