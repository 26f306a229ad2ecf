package dev.dray.api.codec;

import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.JsonTokens;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Location;
import dev.dray.api.codec.text.Source;
import dev.dray.api.codec.text.SyntaxException;
import dev.dray.api.codec.text.Token;
import dev.dray.api.codec.text.Tokens;
import dev.dray.api.meta.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.json.JsonFactory;

/** The reader of manifests: JSON or YAML, one document or several, lists split into their items. */
public final class Manifests {
  private final FieldValidation fieldValidation;
  private final Limits limits;
  private final JsonFactory json;

  public Manifests(FieldValidation fieldValidation) {
    this(fieldValidation, Limits.DEFAULT);
  }

  public Manifests(FieldValidation fieldValidation, Limits limits) {
    this.fieldValidation = fieldValidation;
    this.limits = limits;
    this.json = JsonTokens.factory(limits);
  }

  /** Returns every object of the source, in order; empty documents are skipped. */
  public List<Document> read(byte[] source) {
    return read(source, 1);
  }

  /** Returns every object of a source that begins at this line of a larger one. */
  public List<Document> read(byte[] source, int firstLine) {
    var found = new ArrayList<Document>();
    try {
      var parts = new Source(source, firstLine, limits, json).parts();
      for (int part = 0; part < parts.size(); part++) {
        readPart(parts.get(part).open(), part, found);
      }
    } catch (SyntaxException e) {
      found.add(unreadable(e, new Document.Place(0, 0, -1, e.location())));
    }
    return List.copyOf(found);
  }

  private void readPart(Tokens tokens, int part, List<Document> found) {
    int document = 0;
    var place = new Document.Place(part, document, -1, new Location(1, 1));
    try {
      while (tokens.nextDocument()) {
        place = new Document.Place(part, document++, -1, tokens.location());
        if (tokens.current() != Token.NULL) {
          limits.checkDocuments(found.size(), place.start());
          new ObjectReader(tokens, fieldValidation, limits).readDocument(place, found);
        }
      }
    } catch (SyntaxException e) {
      found.add(unreadable(e, place));
    }
  }

  private static Document unreadable(SyntaxException e, Document.Place place) {
    var error =
        new DecodingError(
            DecodingError.Severity.ERROR,
            FieldPath.ROOT,
            e.location(),
            String.valueOf(e.getMessage()),
            Optional.empty());
    return new Document.Unreadable(List.of(error), place);
  }
}
