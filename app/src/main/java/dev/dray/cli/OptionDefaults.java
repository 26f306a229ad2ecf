package dev.dray.cli;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Locator;
import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Location;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.cli.manifest.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The defaults of options that are not on the command line: from the environment, else from the
 * file of {@code --config}, else as the help states.
 *
 * <p>{@code --secure-port} is {@code DRAY_SECURE_PORT} in the environment and {@code secure-port}
 * in the file. A key that is not a flag is a mistake in the file, reported with its line.
 */
public final class OptionDefaults implements IDefaultValueProvider {
  private static final String CONFIG = "--config";

  private final CommandLine command;
  private final Map<String, String> environment;
  private final Optional<String> file;
  private @Nullable Map<String, String> read;

  public OptionDefaults(CommandLine command, Map<String, String> environment, List<String> args) {
    this.command = command;
    this.environment = environment;
    this.file = file(args).or(() -> Optional.ofNullable(environment.get(variable(CONFIG))));
  }

  private static Optional<String> file(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      if (args.get(i).equals(CONFIG) && i + 1 < args.size()) {
        return Optional.of(args.get(i + 1));
      }
      if (args.get(i).startsWith(CONFIG + "=")) {
        return Optional.of(args.get(i).substring(CONFIG.length() + 1));
      }
    }
    return Optional.empty();
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    for (var name : option.names()) {
      var value = environment.get(variable(name));
      if (value != null && name.startsWith("--")) {
        return value;
      }
    }
    if (read == null) {
      read = file.map(this::read).orElseGet(Map::of);
    }
    for (var name : option.names()) {
      var value = read.get(name);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  private static String variable(String option) {
    return "DRAY_" + option.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
  }

  private Map<String, String> read(String name) {
    var bytes = bytes(name);
    return switch (new ObjectTrees(Limits.DEFAULT).parse(bytes)) {
      case ObjectTrees.Parsed.Tree(Json.Obj tree, _) -> values(name, bytes, tree);
      case ObjectTrees.Parsed.Tree _ ->
          throw mistake("%s: the keys of the file must be names of flags.".formatted(name));
      case ObjectTrees.Parsed.Malformed(var message, var at) ->
          throw mistake("%s:%s: %s".formatted(name, at, message));
    };
  }

  private byte[] bytes(String name) {
    try {
      return Files.readAllBytes(Path.of(name));
    } catch (InvalidPathException _) {
      throw mistake("--config must be a path, got %s.".formatted(name));
    } catch (IOException e) {
      throw mistake("--config: " + InputFiles.unreadable(Path.of(name), e).getMessage());
    }
  }

  private Map<String, String> values(String file, byte[] source, Json.Obj tree) {
    var values = new LinkedHashMap<String, String>();
    var mistakes = new ArrayList<String>();
    tree.fields()
        .forEach(
            (key, value) -> {
              var at = "%s:%s".formatted(file, at(source, key));
              if (!known(key)) {
                mistakes.add("%s: unknown key \"%s\".%s".formatted(at, key, advice(key)));
              } else {
                text(value)
                    .ifPresentOrElse(
                        it -> values.put("--" + key, it),
                        () ->
                            mistakes.add(
                                "%s: the value of \"%s\" must be a string, a number, true or false, or a list or map of these."
                                    .formatted(at, key)));
              }
            });
    if (!mistakes.isEmpty()) {
      throw mistake(String.join("\n", mistakes));
    }
    return values;
  }

  private static Location at(byte[] source, String key) {
    var start = new Location(1, 1);
    var path = FieldPath.of(key);
    return new Locator()
        .locate(source, new Document.Place(0, 0, -1, start), List.of(path))
        .getOrDefault(path, start);
  }

  private List<String> keys() {
    return spec().options().stream()
        .filter(it -> !it.usageHelp() && !it.versionHelp())
        .flatMap(it -> java.util.Arrays.stream(it.names()))
        .filter(it -> it.startsWith("--") && !it.equals(CONFIG))
        .map(it -> it.substring(2))
        .toList();
  }

  private CommandSpec spec() {
    return command.getCommandSpec();
  }

  private boolean known(String key) {
    return keys().contains(key);
  }

  /**
   * Returns a hint for an unknown key, which is often only spelled as elsewhere: {@code
   * securePort}.
   */
  private String advice(String key) {
    var plain = plain(key);
    return keys().stream()
        .filter(it -> plain(it).equals(plain))
        .findFirst()
        .map(it -> " Maybe you meant %s.".formatted(it))
        .orElseGet(
            () -> " Keys are flags without the dashes: %s.".formatted(String.join(", ", keys())));
  }

  private static String plain(String key) {
    return key.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
  }

  private static Optional<String> text(Json value) {
    return switch (value) {
      case Json.Str(var text) -> Optional.of(text);
      case Json.Num(var literal) -> Optional.of(literal);
      case Json.Bool(var truth) -> Optional.of(Boolean.toString(truth));
      case Json.Null() -> Optional.empty();
      case Json.Arr(var items) -> joined(items.stream().map(OptionDefaults::scalar).toList());
      case Json.Obj(var fields) ->
          joined(
              fields.entrySet().stream()
                  .map(it -> scalar(it.getValue()).map(text -> it.getKey() + "=" + text))
                  .toList());
    };
  }

  private static Optional<String> scalar(Json value) {
    return value instanceof Json.Arr || value instanceof Json.Obj ? Optional.empty() : text(value);
  }

  private static Optional<String> joined(List<Optional<String>> texts) {
    return texts.stream().allMatch(Optional::isPresent)
        ? Optional.of(texts.stream().flatMap(Optional::stream).collect(Collectors.joining(",")))
        : Optional.empty();
  }

  private ParameterException mistake(String message) {
    return new ParameterException(command, message);
  }
}
