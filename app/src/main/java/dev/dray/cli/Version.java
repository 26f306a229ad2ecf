package dev.dray.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    var version = Optional.ofNullable(Version.class.getPackage().getImplementationVersion());
    return new String[] {"dray " + version.orElse("(unpackaged)")};
  }
}
