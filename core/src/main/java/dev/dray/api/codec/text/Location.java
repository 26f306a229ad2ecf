package dev.dray.api.codec.text;

/** A place in a source text; lines and columns count from 1. */
public record Location(int line, int column) {
  @Override
  public String toString() {
    return line + ":" + column;
  }
}
