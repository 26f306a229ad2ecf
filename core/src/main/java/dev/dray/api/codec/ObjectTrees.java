package dev.dray.api.codec;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.CoreShapes;
import dev.dray.api.codec.shape.Decoder;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.shape.KindShapes;
import dev.dray.api.codec.shape.MetaShapes;
import dev.dray.api.codec.text.JsonOutput;
import dev.dray.api.codec.text.JsonTokens;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Location;
import dev.dray.api.codec.text.Source;
import dev.dray.api.codec.text.SyntaxException;
import dev.dray.api.codec.text.Token;
import dev.dray.api.codec.text.Tokens;
import dev.dray.api.codec.text.TreeOutput;
import dev.dray.api.codec.text.TreeTokens;
import dev.dray.api.codec.text.Trees;
import dev.dray.api.codec.text.YamlOutput;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.core.json.JsonFactory;

/** Objects as JSON trees: parsed from bytes, read into the hub, and written from it. */
public final class ObjectTrees {
  private static final String EMPTY = "The body is empty.";

  private final Limits limits;
  private final JsonFactory json;

  public ObjectTrees(Limits limits) {
    this.limits = limits;
    this.json = JsonTokens.factory(limits);
  }

  /** The result of parsing. */
  public sealed interface Parsed {

    /**
     * One value.
     *
     * @param repeated fields that an object has more than once; the last value counts
     */
    record Tree(Json value, List<FieldPath> repeated) implements Parsed {
      public Tree {
        repeated = List.copyOf(repeated);
      }
    }

    /** A text that is not well-formed from this place on. */
    record Malformed(String message, Location at) implements Parsed {}
  }

  /** An object of the hub, with the decoding errors of its tree. */
  public record Read(ApiObject object, List<DecodingError> problems) {
    public Read {
      problems = List.copyOf(problems);
    }
  }

  /** Parses one JSON value and refuses anything after it. */
  public Parsed parseJson(byte[] source) {
    return parsed(() -> new JsonTokens(source, json));
  }

  /**
   * Parses one document of JSON or YAML and refuses a second one. A text that begins like JSON may
   * still be YAML, which allows comments and a comma after the last value.
   */
  public Parsed parse(byte[] bytes) {
    var source = new Source(bytes, 1, limits, json);
    var parsed = only(source::parts);
    if (parsed instanceof Parsed.Malformed
        && source.looksLikeJson()
        && only(source::yamlParts) instanceof Parsed.Tree tree) {
      return tree;
    }
    return parsed;
  }

  private static Parsed only(Supplier<List<Source.Part>> parts) {
    return parsed(
        () -> {
          var found = parts.get();
          if (found.size() != 1) {
            throw new SyntaxException(
                "The body must have one document, got %d.".formatted(found.size()),
                new Location(1, 1));
          }
          return found.getFirst().open();
        });
  }

  /** Parses all documents of JSON or YAML; empty ones are left out. */
  public List<Parsed> parseAll(byte[] source) {
    List<Source.Part> parts;
    try {
      parts = new Source(source, 1, limits, json).parts();
    } catch (SyntaxException e) {
      return List.of(new Parsed.Malformed(String.valueOf(e.getMessage()), e.location()));
    }
    var all = new ArrayList<Parsed>();
    for (var part : parts) {
      var one = parsed(part::open);
      if (!(one instanceof Parsed.Tree(Json.Null _, _)) && !isEmpty(one)) {
        all.add(one);
      }
    }
    return all;
  }

  private static boolean isEmpty(Parsed parsed) {
    return parsed instanceof Parsed.Malformed(var message, _) && message.equals(EMPTY);
  }

  private interface Opening {
    Tokens tokens();
  }

  private static Parsed parsed(Opening opening) {
    try {
      var tokens = opening.tokens();
      if (!tokens.nextDocument()) {
        return new Parsed.Malformed(EMPTY, new Location(1, 1));
      }
      var reading = new Reading(tokens);
      var value = reading.value(FieldPath.ROOT);
      if (tokens.nextDocument()) {
        return new Parsed.Malformed(
            "The body must have one document, got more.", tokens.location());
      }
      return new Parsed.Tree(value, reading.repeated);
    } catch (SyntaxException e) {
      return new Parsed.Malformed(String.valueOf(e.getMessage()), e.location());
    }
  }

  /**
   * Finds a string in a JSON object, by a path of field names, without parsing the rest. Whatever
   * is wrong behind it is not noticed, nor is a second field of the same name.
   */
  public Optional<String> findText(byte[] source, String... path) {
    return findIn(source, path, in -> in.current() == Token.STRING, Tokens::text);
  }

  /** Finds an object as {@link #findText} finds a string, without one of its fields. */
  public Optional<Json.Obj> findObject(byte[] source, String without, String... path) {
    return findIn(
        source,
        path,
        in -> in.current() == Token.OBJECT,
        in -> {
          var fields = new FrozenMap.Builder<String, Json>();
          while (in.next() == Token.NAME) {
            var name = in.text();
            in.next();
            if (name.equals(without)) {
              in.skip();
            } else {
              fields.put(name, Trees.read(in));
            }
          }
          return new Json.Obj(fields.build());
        });
  }

  private <T> Optional<T> findIn(
      byte[] source, String[] path, Predicate<Tokens> isWanted, Function<Tokens, T> read) {
    try {
      var in = new JsonTokens(source, json);
      boolean found = in.nextDocument();
      for (int i = 0; found && i < path.length; i++) {
        found = in.current() == Token.OBJECT && enter(in, path[i]);
      }
      return found && isWanted.test(in) ? Optional.of(read.apply(in)) : Optional.empty();
    } catch (SyntaxException _) {
      return Optional.empty();
    }
  }

  /** Moves to the value of a field of the object that begins here; returns whether there is one. */
  private static boolean enter(Tokens in, String name) {
    while (in.next() == Token.NAME) {
      boolean found = in.text().equals(name);
      in.next();
      if (found) {
        return true;
      }
      in.skip();
    }
    return false;
  }

  /** Reads an object of a kind and version; {@code apiVersion} and {@code kind} are skipped. */
  public Read read(Json.Obj tree, Kind kind, ApiVersion version, FieldValidation validation) {
    var tokens = new TreeTokens(tree.without("apiVersion").without("kind"));
    tokens.nextDocument();
    tokens.next();
    var decoder = new Decoder(tokens, validation, limits);
    var object = KindShapes.of(version).shape(kind).readFields(decoder);
    return new Read(object, decoder.problems());
  }

  /**
   * Reads the typed part of a pod; mistyped fields count as missing. The whole JSON is not kept in
   * the pod, since the caller has the tree.
   */
  public Pod readPod(Json.Obj tree) {
    return CoreShapes.POD.read(core(tree));
  }

  /** Reads the typed part of a node, as {@link #readPod} does. */
  public Node readNode(Json.Obj tree) {
    return CoreShapes.NODE.read(core(tree));
  }

  private Decoder core(Json.Obj tree) {
    var tokens = new TreeTokens(tree);
    tokens.nextDocument();
    return new Decoder(tokens, FieldValidation.IGNORE, limits);
  }

  /** Reads the metadata of an object of any kind; mistyped fields count as missing. */
  public ObjectMeta readMetadata(Json.Obj metadata) {
    var tokens = new TreeTokens(metadata);
    tokens.nextDocument();
    return MetaShapes.OBJECT_META.read(new Decoder(tokens, FieldValidation.IGNORE, limits));
  }

  public static Json.Obj writeMetadata(ObjectMeta metadata) {
    var out = new TreeOutput();
    MetaShapes.OBJECT_META.write(metadata, out);
    return (Json.Obj) out.tree();
  }

  /** Writes an object in a version, with {@code apiVersion} and {@code kind}. */
  public static Json.Obj write(ApiObject object, ApiVersion version) {
    var out = new TreeOutput();
    new ManifestWriter(version).write(object, out);
    return (Json.Obj) out.tree();
  }

  /** Returns indented JSON. */
  public static String indented(Json tree) {
    var out = new JsonOutput(JsonOutput.Layout.INDENTED);
    Trees.write(tree, out);
    return out.toString() + "\n";
  }

  /** Returns one YAML document, without a separator. */
  public static String yaml(Json tree) {
    var out = new YamlOutput();
    Trees.write(tree, out);
    return out.finish();
  }

  /** A reader of one tree that notes repeated fields. */
  private static final class Reading {
    private final Tokens in;
    private final List<FieldPath> repeated = new ArrayList<>();

    Reading(Tokens in) {
      this.in = in;
    }

    Json value(FieldPath at) {
      return switch (in.current()) {
        case OBJECT -> object(at);
        case ARRAY -> array(at);
        case STRING, NUMBER, TRUE, FALSE, NULL -> Trees.read(in);
        case END_OBJECT, END_ARRAY, NAME, END ->
            throw new SyntaxException("A value is missing.", in.location());
      };
    }

    private Json object(FieldPath at) {
      var fields = new FrozenMap.Builder<String, Json>();
      var merged = new HashSet<String>();
      while (in.next() == Token.NAME) {
        var name = in.text();
        boolean weak = in.merged();
        boolean known = fields.contains(name);
        var path = at.child(name);
        in.next();
        var value = value(path);
        if (weak && known) {
          continue;
        }
        if (known && !merged.remove(name)) {
          repeated.add(path);
        }
        if (weak) {
          merged.add(name);
        }
        fields.put(name, value);
      }
      return new Json.Obj(fields.build());
    }

    private Json array(FieldPath at) {
      var items = new ArrayList<Json>();
      while (in.next() != Token.END_ARRAY) {
        items.add(value(at.index(items.size())));
      }
      return new Json.Arr(items);
    }
  }
}
