package dev.dray.cli.output;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    var version = Optional.ofNullable(Version.class.getPackage().getImplementationVersion());
    return new String[] {"dray " + version.orElse("(unpackaged)")};
  }
}
