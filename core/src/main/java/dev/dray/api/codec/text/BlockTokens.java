package dev.dray.api.codec.text;

/** The tokens of one document that {@link BlockYaml} covers. */
final class BlockTokens implements Tokens {
  private final String source;
  private final int linesBefore;
  private final BlockYaml yaml;
  private final Vocabulary vocabulary;

  private boolean started;
  private int index = -1;
  private Token current = Token.END;
  private String text = "";

  /** Creates the tokens of a part of a file that begins at this line. */
  BlockTokens(String source, int firstLine, Limits limits, Vocabulary vocabulary) {
    this.source = source;
    this.linesBefore = firstLine - 1;
    this.yaml = new BlockYaml(source, limits);
    this.vocabulary = vocabulary;
  }

  @Override
  public boolean nextDocument() {
    while (current != Token.END) {
      next();
    }
    if (started) {
      return false;
    }
    started = true;
    next();
    return true;
  }

  @Override
  public Token next() {
    index++;
    while (index >= yaml.count()) {
      yaml.advance();
      index = 0;
    }
    current =
        switch (yaml.piece(index)) {
          case OBJECT -> Token.OBJECT;
          case END_OBJECT -> Token.END_OBJECT;
          case ARRAY -> Token.ARRAY;
          case END_ARRAY -> Token.END_ARRAY;
          case END -> Token.END;
          case PLAIN -> plain();
          case PLAIN_NAME -> {
            plain();
            yield Token.NAME;
          }
          case QUOTED -> quoted(Token.STRING);
          case QUOTED_NAME -> quoted(Token.NAME);
          case NOTHING -> nothing();
        };
    return current;
  }

  private Token plain() {
    var resolved = vocabulary.plain(source, yaml.start(index), yaml.end(index));
    text = resolved.text();
    return resolved.token();
  }

  private Token quoted(Token token) {
    text = source.substring(yaml.start(index), yaml.end(index));
    return token;
  }

  private Token nothing() {
    text = "null";
    return Token.NULL;
  }

  @Override
  public Token current() {
    return current;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public Location location() {
    return yaml.location(index, linesBefore);
  }
}
