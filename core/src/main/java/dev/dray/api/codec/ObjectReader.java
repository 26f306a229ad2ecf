package dev.dray.api.codec;

import dev.dray.api.codec.Document.Place;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.Decoder;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.shape.KindShapes;
import dev.dray.api.codec.text.BufferedTokens;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Token;
import dev.dray.api.codec.text.Tokens;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Spelling;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The reader of the objects in one document.
 *
 * <p>The type of an object is told by its {@code apiVersion} and {@code kind}, which need not come
 * first: the fields before them are kept until both are known. A list is split while it is read, as
 * {@code kubectl get -o yaml} writes its {@code kind} after all items.
 */
final class ObjectReader {

  /** The type of an object, as far as it is known; unknown parts are empty. */
  private record Header(String apiVersion, String kind) {
    static final Header UNKNOWN = new Header("", "");

    boolean complete() {
      return !apiVersion.isEmpty() && !kind.isEmpty();
    }

    /** Returns the type of an item without a header of its own, in a list of this header. */
    Header ofItem() {
      boolean typed = kind.endsWith("List") && !kind.equals("List");
      return typed
          ? new Header(apiVersion, kind.substring(0, kind.length() - "List".length()))
          : UNKNOWN;
    }
  }

  /** An item whose type depends on the list's header, which is still to come. */
  private record Deferred(BufferedTokens fields, Header header, Place place, int position) {}

  private final Tokens tokens;
  private final FieldValidation fieldValidation;
  private final Limits limits;
  private final BufferedTokens.Budget kept;

  ObjectReader(Tokens tokens, FieldValidation fieldValidation, Limits limits) {
    this.tokens = tokens;
    this.fieldValidation = fieldValidation;
    this.limits = limits;
    this.kept = new BufferedTokens.Budget(limits);
  }

  /** Reads the document at the current token, and adds its objects. */
  void readDocument(Place place, List<Document> found) {
    if (tokens.current() != Token.OBJECT) {
      found.add(notAnObject(place));
      tokens.skip();
      return;
    }
    var header = Header.UNKNOWN;
    var before = new BufferedTokens(tokens, kept);
    for (tokens.next(); tokens.current() == Token.NAME; tokens.next()) {
      var name = tokens.text();
      if (name.equals("items") && (header.kind().isEmpty() || header.kind().endsWith("List"))) {
        readList(header, place, found);
        return;
      }
      if (header.complete()) {
        break;
      }
      header = headed(header, before);
    }
    found.add(object(header, before, place));
  }

  /** Takes the current field into the header, or keeps it for later. */
  private Header headed(Header header, BufferedTokens before) {
    var name = tokens.text();
    if (!name.equals("apiVersion") && !name.equals("kind")) {
      before.keepField();
      return header;
    }
    var text = tokens.next() == Token.STRING ? tokens.text() : "";
    tokens.skip();
    return name.equals("kind")
        ? new Header(header.apiVersion(), text)
        : new Header(text, header.kind());
  }

  private void readList(Header known, Place place, List<Document> found) {
    var header = known;
    var deferred = new ArrayList<Deferred>();
    var ignored = new BufferedTokens(tokens, kept);
    for (; tokens.current() == Token.NAME; tokens.next()) {
      if (tokens.text().equals("items")) {
        tokens.next();
        readItems(header, place, found, deferred);
      } else {
        header = headed(header, ignored);
      }
    }
    if (!header.kind().endsWith("List")) {
      found.add(notAList(header, place));
    }
    resolve(deferred, header.ofItem(), found);
  }

  private void readItems(Header list, Place place, List<Document> found, List<Deferred> deferred) {
    if (tokens.current() != Token.ARRAY) {
      tokens.skip();
      return;
    }
    for (int item = 0; tokens.next() != Token.END_ARRAY; item++) {
      var at = new Place(place.part(), place.document(), item, tokens.location());
      limits.checkDocuments(found.size() + deferred.size(), at.start());
      readItem(list.ofItem(), at, found, deferred);
    }
  }

  private void readItem(
      Header inherited, Place place, List<Document> found, List<Deferred> deferred) {
    if (tokens.current() != Token.OBJECT) {
      found.add(notAnObject(place));
      tokens.skip();
      return;
    }
    var header = Header.UNKNOWN;
    var before = new BufferedTokens(tokens, kept);
    for (tokens.next(); tokens.current() == Token.NAME && !header.complete(); tokens.next()) {
      header = headed(header, before);
      if (header.complete()) {
        tokens.next();
        break;
      }
    }
    if (header.complete()) {
      found.add(object(header, before, place));
    } else if (inherited.complete()) {
      found.add(object(filled(header, inherited), before, place));
    } else {
      before.keepEnd();
      deferred.add(new Deferred(before, header, place, found.size() + deferred.size()));
    }
  }

  private static Header filled(Header header, Header inherited) {
    return new Header(
        header.apiVersion().isEmpty() ? inherited.apiVersion() : header.apiVersion(),
        header.kind().isEmpty() ? inherited.kind() : header.kind());
  }

  /**
   * Reads the deferred items and inserts each at its position in the list, in one pass over the
   * documents found.
   */
  private void resolve(List<Deferred> deferred, Header inherited, List<Document> found) {
    if (deferred.isEmpty()) {
      return;
    }
    int first = deferred.getFirst().position();
    var others = List.copyOf(found.subList(first, found.size())).iterator();
    found.subList(first, found.size()).clear();
    for (var item : deferred) {
      while (found.size() < item.position()) {
        found.add(others.next());
      }
      found.add(object(filled(item.header(), inherited), item.fields(), item.place()));
    }
    others.forEachRemaining(found::add);
  }

  /** Reads the object whose first fields were kept and whose others begin at the current token. */
  private Document object(Header header, BufferedTokens before, Place place) {
    Tokens fields = before.isEmpty() ? tokens : before;
    if (!header.complete()) {
      passOver(fields);
      return headless(header, place);
    }
    var version = ApiVersion.of(header.apiVersion());
    var kind = kindNamed(header.kind());
    if (version.isPresent() && kind.filter(version.get()::serves).isPresent()) {
      var decoder = new Decoder(fields, fieldValidation, limits);
      ApiObject object = KindShapes.of(version.get()).shape(kind.get()).readFields(decoder);
      return new Document.Read(object, version.get(), decoder.problems(), place);
    }
    var core = CoreJson.shape(header.apiVersion(), header.kind());
    if (core.isPresent()) {
      return CoreJson.read(core.get(), fields, limits, place);
    }
    passOver(fields);
    return header.apiVersion().startsWith(ApiVersion.GROUP + "/")
        ? unserved(header, kind, place)
        : new Document.Foreign(header.apiVersion(), header.kind(), place);
  }

  private static void passOver(Tokens fields) {
    for (; fields.current() == Token.NAME; fields.next()) {
      fields.next();
      fields.skip();
    }
  }

  private static Optional<Kind> kindNamed(String name) {
    return Arrays.stream(Kind.values()).filter(kind -> kind.kindName().equals(name)).findFirst();
  }

  private Document notAnObject(Place place) {
    return unreadable(
        place,
        "expected an object, found " + tokens.current().words(),
        "begin with \"apiVersion:\" and \"kind:\"");
  }

  private static Document notAList(Header header, Place place) {
    return unreadable(
        place,
        "an object of kind \"%s\" has no field \"items\"".formatted(header.kind()),
        "the kind of a list is \"List\", or ends in \"List\"");
  }

  private static Document headless(Header header, Place place) {
    var missing =
        header.apiVersion().isEmpty() && header.kind().isEmpty()
            ? "apiVersion and kind are missing"
            : header.kind().isEmpty() ? "kind is missing" : "apiVersion is missing";
    return unreadable(place, missing, "begin like \"apiVersion: resource.k8s.io/v1\"");
  }

  private static Document unserved(Header header, Optional<Kind> kind, Place place) {
    var message =
        "no matches for kind \"%s\" in version \"%s\""
            .formatted(header.kind(), header.apiVersion());
    var names = Arrays.stream(Kind.values()).map(Kind::kindName).toList();
    var hint =
        kind.map(it -> it.kindName() + " is served in " + versionsOf(it))
            .or(() -> Spelling.nearest(header.kind(), names).map("did you mean \"%s\"?"::formatted))
            .orElse("the kinds are " + String.join(", ", names));
    return unreadable(place, message, hint);
  }

  private static String versionsOf(Kind kind) {
    return ApiVersion.serving(kind).stream()
        .map(ApiVersion::apiVersion)
        .collect(Collectors.joining(", "));
  }

  private static Document unreadable(Place place, String message, String hint) {
    var error =
        new DecodingError(
            DecodingError.Severity.ERROR,
            FieldPath.ROOT,
            place.start(),
            message,
            Optional.of(hint));
    return new Document.Unreadable(List.of(error), place);
  }
}
